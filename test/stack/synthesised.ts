import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { areas } from '../../functions/areas.ts';
import { assemble } from '../../lib/app.ts';
import { buildDashboard } from '../../lib/dashboard-build.ts';
import { type Stage, selectStages } from '../../lib/stages.ts';
import { buildWidget } from '../../lib/widget-build.ts';

const root = join(import.meta.dirname, '../..');

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

/** One stage as it stands in lib/stages.ts, and one that lives beside its edge, with all that the first leaves out. */
const stages = (): Stage[] => {
  const [staging] = selectStages('staging');
  const [production] = selectStages('production');
  const together: Stage = {
    ...production!,
    region: 'us-east-1',
    hostedZone: { id: 'Z0000000EXAMPLE', name: 'sidenote.example' },
    alarmMail: 'operator@sidenote.example',
    serverKeys: ['k2', 'k1'],
    originSecrets: { accepted: ['o1', 'o2'], sent: 'o2' },
    model: { provider: 'openai', model: 'large', baseUrl: 'https://models.example/v1', keySecret: 'models/key' },
    agentSignup: 'open',
    payments: { webhookSecret: 'pay/secret', topUpUrl: 'https://pay.example/b/1' },
    transcribes: false,
  };
  return [staging!, together];
};

/** Puts both together and synthesises them, cdk-nag included: throws for whatever it finds. */
export const synthesise = async (): Promise<{ app: App; stages: Synthesised[] }> => {
  const { context } = JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8')) as {
    context: Record<string, unknown>;
  };
  const [, { folder: dashboard }] = await Promise.all([buildWidget(), buildDashboard()]);
  const app = new App({
    outdir: mkdtempSync(join(tmpdir(), 'sidenote-cdk-')),
    context: { ...context, 'aws:cdk:disable-asset-staging': true, 'aws:cdk:enable-asset-metadata': true },
  });
  const chosen = stages();
  await assemble(app, {
    stages: chosen,
    areas,
    folders: { widget: join(root, 'dist/widget'), dashboard },
  });
  const assembly = app.synth();
  const resources = (name: string) => new Resources(assembly.getStackByName(name).template);
  return {
    app,
    stages: chosen.map((stage) => ({
      stage,
      region: resources(`Sidenote-${stage.name}`),
      edge: resources(`Sidenote-${stage.name}-edge`),
    })),
  };
};
