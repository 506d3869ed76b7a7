import type { Stack, TemplateResource } from './assembly.ts';
import { types } from './constraints.ts';

/** Properties that keep AWS from deleting a resource while they are set. */
const PROTECTED: Readonly<Record<string, (properties: Record<string, unknown>) => boolean>> = {
  'AWS::DynamoDB::Table': ({ DeletionProtectionEnabled }) => DeletionProtectionEnabled === true,
  'AWS::Cognito::UserPool': ({ DeletionProtection }) => DeletionProtection === 'ACTIVE',
};

/** Whether the template chooses the name, which no second resource can have then. */
const isNamed = ({ Type, Properties = {} }: TemplateResource): boolean => {
  const { primaryIdentifier = [], readOnlyProperties = [] } = types[Type]?.schema ?? {};
  const identifying = primaryIdentifier.filter((path) => !readOnlyProperties.includes(path));
  const names = [...identifying.map((path) => path.split('/')[2] ?? ''), 'Name', 'DistributionConfig'];
  return names.some((name) => typeof Properties[name] === 'string');
};

/** Reasons why the deploy after a failed first one would fail, too. `isEstablished`: the stage says that its first deploy has succeeded. */
export const retryFaults = (stacks: readonly Stack[], isEstablished: (stage: string) => boolean): string[] =>
  stacks.flatMap((stack) => {
    if (isEstablished(stack.stage)) return [];
    const inside = Object.entries(stack.template.Resources).flatMap(([id, resource]) => {
      const { Type, DeletionPolicy, Properties = {} } = resource;
      const what = `${stack.name}: ${Type} ${id}`;
      return [
        ...(DeletionPolicy === 'Retain' && isNamed(resource)
          ? [`${what} is kept under its name by a rolled-back creation`]
          : []),
        ...(PROTECTED[Type]?.(Properties) ? [`${what} can't be deleted by a rolled-back creation`] : []),
      ];
    });
    return [...(stack.isProtected ? [`${stack.name} can't be deleted after a failed first deploy`] : []), ...inside];
  });
