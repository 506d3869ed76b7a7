import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '../../lib/stack/stages.ts';
import { assemblyFolder } from '../aws/assembled.ts';
import { readAssembly } from '../aws/assembly.ts';
import { Resolver } from '../aws/resolve.ts';
import { functionsOf } from '../calls/grants.ts';
import { keepGrants } from '../calls/run.ts';
import { ACKNOWLEDGED, testStages } from './stages.ts';

/** A value of a template, of any type: the test that reads it says what it expects. */
export interface Value {
  readonly [name: string]: Value | undefined;
}

export const list = (value: Value | undefined): Value[] => {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`A list is expected: ${JSON.stringify(value)}`);
  return value;
};

export const text = (value: Value | undefined): string => {
  const found: unknown = value;
  if (typeof found !== 'string') throw new Error(`A text is expected: ${JSON.stringify(value)}`);
  return found;
};

export const count = (value: Value | undefined): number => {
  const found: unknown = value;
  if (typeof found !== 'number') throw new Error(`A number is expected: ${JSON.stringify(value)}`);
  return found;
};

export interface Resource {
  /** The stack's last word and the logical id. */
  id: string;
  type: string;
  properties: Value;
  /** A Lambda's code before its upload. */
  folder: string | undefined;
  deletionPolicy: string | undefined;
  updatePolicy: Value | undefined;
}

export interface Template {
  Resources: Record<
    string,
    {
      Type: string;
      Properties?: unknown;
      Metadata?: Record<string, string>;
      DeletionPolicy?: string;
      UpdatePolicy?: unknown;
      DependsOn?: string[];
    }
  >;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: string } }>;
}

/** One stack as it would be deployed. */
export interface SynthesisedStack {
  /** For example `Sidenote-staging-api`. */
  name: string;
  region: string;
  /** The names of the stacks that deploy before it. */
  after: string[];
  isProtected: boolean;
  template: Template;
}

/** Some stacks of a stage. References between its stacks are resolved, so that `named` finds a resource of any of them. */
export class Resources {
  readonly all: Resource[];
  readonly #linked: readonly Resource[];

  constructor(all: Resource[], linked: readonly Resource[]) {
    this.all = all;
    this.#linked = linked;
  }

  of(type: string): Resource[] {
    return this.all.filter((resource) => resource.type === type);
  }

  /** The one that a `Ref` or `Fn::GetAtt` names. */
  named(reference: Value | undefined): Resource {
    const id: unknown = reference?.Ref ?? reference?.['Fn::GetAtt']?.[0];
    const found = this.#linked.find((resource) => resource.id === id);
    if (!found) throw new Error(`Nothing is named ${JSON.stringify(reference)}.`);
    return found;
  }
}

/** The function behind an alias; any other resource itself. */
export const behindAlias = (resources: Resources, found: Resource): Resource =>
  found.type === 'AWS::Lambda::Alias' ? resources.named(found.properties.FunctionName) : found;

export interface Synthesised {
  stage: Stage;
  stacks: SynthesisedStack[];
  region: Resources;
  edge: Resources;
}

const wordOf = (stack: string) => stack.split('-').at(-1) ?? '';

/** The resources of several stacks, with ids that are unique among them and references that lead from one to the other. */
const linkStacks = (stacks: SynthesisedStack[]): Map<string, Resource[]> => {
  const outputOf = (isWanted: (stack: string, id: string, exported: string | undefined) => boolean): unknown => {
    for (const { name, template } of stacks) {
      for (const [id, { Value: value, Export: exported }] of Object.entries(template.Outputs ?? {})) {
        if (isWanted(name, id, exported?.Name)) return link(value, name);
      }
    }
    throw new Error('A reference to another stack leads nowhere.');
  };
  const link = (value: unknown, stack: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => link(one, stack));
    if (typeof value !== 'object' || value === null) return value;
    const { Ref: ref, 'Fn::GetAtt': attribute, ...others } = value as Record<string, unknown>;
    if (typeof ref === 'string') return { Ref: ref.startsWith('AWS::') ? ref : `${wordOf(stack)}/${ref}` };
    if (Array.isArray(attribute)) return { 'Fn::GetAtt': [`${wordOf(stack)}/${attribute[0]}`, attribute[1]] };
    const { 'Fn::ImportValue': imported, 'Fn::GetStackOutput': output } = others;
    if (imported !== undefined) return outputOf((_stack, _id, exported) => exported === imported);
    if (output !== undefined) {
      const { StackName, OutputName } = output as Record<string, string>;
      return outputOf((name, id) => name === StackName && id === OutputName);
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, link(one, stack)]));
  };
  return new Map(
    stacks.map(({ name, template }) => [
      wordOf(name),
      Object.entries(template.Resources).map(([id, { Type, Properties, Metadata, DeletionPolicy, UpdatePolicy }]) => ({
        id: `${wordOf(name)}/${id}`,
        type: Type,
        properties: link(Properties ?? {}, name) as Value,
        folder: Metadata?.['aws:asset:path'],
        deletionPolicy: DeletionPolicy,
        updatePolicy: link(UpdatePolicy, name) as Value | undefined,
      })),
    ]),
  );
};

interface Artifact {
  type: string;
  environment?: string;
  dependencies?: string[];
  properties?: { templateFile?: string; terminationProtection?: boolean };
}

/** The stages of {@link testStages}, as the global setup synthesized them: it throws for any finding of cdk-nag. */
export const synthesised = async (): Promise<{ acknowledged: [string, string][]; stages: Synthesised[] }> => {
  const folder = assemblyFolder();
  const assembly = readAssembly(folder);
  keepGrants(functionsOf(assembly, new Resolver(assembly)));
  const read = async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8'));
  const { artifacts }: { artifacts: Record<string, Artifact> } = await read('manifest.json');
  const isStack = (name: string) => artifacts[name]?.type === 'aws:cloudformation:stack';
  const all = await Promise.all(
    Object.entries(artifacts)
      .filter(([name]) => isStack(name))
      .map(
        async ([name, { environment = '', dependencies = [], properties = {} }]): Promise<SynthesisedStack> => ({
          name,
          region: environment.split('/').at(-1) ?? '',
          after: dependencies.filter(isStack),
          isProtected: properties.terminationProtection === true,
          template: await read(properties.templateFile ?? ''),
        }),
      ),
  );
  const one = (stage: Stage): Synthesised => {
    const stacks = all.filter(({ name }) => name.startsWith(`Sidenote-${stage.name}-`));
    const linked = linkStacks(stacks);
    const some = (...words: string[]) =>
      new Resources(
        words.flatMap((word) => linked.get(word) ?? []),
        [...linked.values()].flat(),
      );
    return { stage, stacks, region: some('data', 'workers', 'api'), edge: some('widget', 'edge') };
  };
  return { acknowledged: await read(ACKNOWLEDGED), stages: testStages().map(one) };
};
