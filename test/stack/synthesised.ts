import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stage } from '../../lib/stages.ts';
import { ACKNOWLEDGED, testStages } from './stages.ts';

const run = promisify(execFile);

/** A value of a template, of whatever kind: the test that reads it says what it expects. */
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
  id: string;
  type: string;
  properties: Value;
  /** Where a Lambda's code lies, from which it is uploaded. */
  folder: string | undefined;
}

/** The resources of one stack, as its template has them. */
export class Resources {
  readonly all: Resource[];

  constructor(template: {
    Resources: Record<string, { Type: string; Properties?: unknown; Metadata?: Record<string, string> }>;
  }) {
    this.all = Object.entries(template.Resources).map(([id, { Type, Properties, Metadata }]) => ({
      folder: Metadata?.['aws:asset:path'],
      id,
      type: Type,
      properties: (Properties ?? {}) as Value,
    }));
  }

  of(type: string): Resource[] {
    return this.all.filter((resource) => resource.type === type);
  }

  /** The one that a `Ref` or `Fn::GetAtt` names. */
  named(reference: Value | undefined): Resource {
    const id: unknown = reference?.Ref ?? reference?.['Fn::GetAtt']?.[0];
    const found = this.all.find((resource) => resource.id === id);
    if (!found) throw new Error(`Nothing is named ${JSON.stringify(reference)}.`);
    return found;
  }
}

export interface Synthesised {
  stage: Stage;
  region: Resources;
  edge: Resources;
}

/** Puts both together and synthesises them, cdk-nag included: throws for whatever it finds. */
export const synthesise = async (): Promise<{ acknowledged: [string, string][]; stages: Synthesised[] }> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-cdk-'));
  try {
    await run(process.execPath, [join(import.meta.dirname, 'app.ts'), folder]);
    const read = async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8'));
    const resources = async (stack: string) => new Resources(await read(`${stack}.template.json`));
    const one = async (stage: Stage): Promise<Synthesised> => ({
      stage,
      region: await resources(`Sidenote-${stage.name}`),
      edge: await resources(`Sidenote-${stage.name}-edge`),
    });
    return { acknowledged: await read(ACKNOWLEDGED), stages: await Promise.all(testStages().map(one)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
