import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Any JSON value of a template, before or after its intrinsic functions are resolved. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json | undefined;
}

export interface TemplateResource {
  Type: string;
  Properties?: JsonObject;
  DependsOn?: string | string[];
  DeletionPolicy?: string;
  Metadata?: JsonObject;
}

export interface Template {
  Description?: string;
  Resources: Record<string, TemplateResource>;
  Outputs?: Record<string, { Value: Json; Export?: { Name: Json } }>;
  Parameters?: Record<string, { Default?: Json }>;
}

export interface Stack {
  name: string;
  /** As in lib/stack/stages.ts: the stack's name without its prefix and its part. */
  stage: string;
  region: string;
  template: Template;
  isProtected: boolean;
  /** Every stack that's deployed before it. */
  after: ReadonlySet<string>;
  /** The local path of each uploaded asset, by its key in the asset bucket. */
  assets: ReadonlyMap<string, string>;
}

interface Artifact {
  type: string;
  environment?: string;
  dependencies?: string[];
  properties?: { templateFile?: string; stackName?: string; terminationProtection?: boolean };
}

interface AssetManifest {
  files?: Record<string, { source: { path: string }; destinations: Record<string, { objectKey: string }> }>;
}

const isStack = (artifact: Artifact | undefined) => artifact?.type === 'aws:cloudformation:stack';

/** Every stack of the cloud assembly in that folder. */
export const readAssembly = (folder: string): Stack[] => {
  const json = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { artifacts } = json('manifest.json') as { artifacts: Record<string, Artifact> };
  const before = (id: string, found = new Set<string>()): Set<string> => {
    for (const name of artifacts[id]?.dependencies ?? []) {
      if (!isStack(artifacts[name]) || found.has(name)) continue;
      found.add(name);
      before(name, found);
    }
    return found;
  };
  return Object.entries(artifacts)
    .filter(([, artifact]) => isStack(artifact))
    .map(([id, { environment = '', properties = {} }]) => {
      const name = properties.stackName ?? id;
      const { files = {} } = json(`${id}.assets.json`) as AssetManifest;
      const assets = Object.values(files).flatMap(({ source, destinations }) =>
        Object.values(destinations).map(({ objectKey }) => [objectKey, resolve(folder, source.path)] as const),
      );
      return {
        name,
        stage: name.split('-')[1] ?? '',
        region: environment.split('/').at(-1) ?? '',
        template: json(properties.templateFile ?? `${id}.template.json`) as Template,
        isProtected: properties.terminationProtection === true,
        after: before(id),
        assets: new Map(assets),
      };
    });
};
