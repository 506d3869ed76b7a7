import { type JsonObject, readAssembly, type Stack, type TemplateResource } from './assembly.ts';

/** The folder in which the global setup synthesized every stage. */
export const assemblyFolder = (): string => {
  const folder = process.env.SIDENOTE_ASSEMBLY;
  if (!folder) throw new Error('Run this with npm run test:stack, which synthesizes the stacks first.');
  return folder;
};

/** The stacks of every stage. */
export const assembled = (): Stack[] => readAssembly(assemblyFolder());

/** A copy with one change, to prove that a check sees it. */
export const mutated = (stacks: readonly Stack[], change: (copy: Stack[]) => void): Stack[] => {
  const copy = structuredClone([...stacks]);
  change(copy);
  return copy;
};

interface Found {
  stack: Stack;
  id: string;
  resource: TemplateResource;
  properties: JsonObject;
}

/** Every resource of that type, in any stack. */
export const allOf = (stacks: readonly Stack[], type: string): Found[] =>
  stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, resource]) => {
        resource.Properties ??= {};
        return { stack, id, resource, properties: resource.Properties };
      }),
  );

/** The first of that type for which the condition holds; throws if there is none. */
export const oneOf = (stacks: readonly Stack[], type: string, isIt: (found: Found) => boolean = () => true): Found => {
  const found = allOf(stacks, type).find(isIt);
  if (!found) throw new Error(`No stack has such a ${type}.`);
  return found;
};
