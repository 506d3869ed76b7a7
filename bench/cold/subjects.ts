import { join } from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { areas } from '../../functions/areas.ts';
import { lambdaOf } from '../../functions/lambdas.ts';
import { lambda as mcp } from '../../functions/mcp/lambda.ts';
import { bundleLambda, writeBundle } from '../../lib/build/bundling.ts';
import { buildWidget } from '../../lib/build/widget-build.ts';
import type { Case, Ground } from '../cases/case.ts';
import { cases } from '../cases.ts';
import { eventOf } from '../world.ts';

/** A bundle and the event that it answers; a bare start has neither. */
export interface Subject {
  name: string;
  bundle?: string;
  event?: () => Promise<APIGatewayProxyEventV2>;
}

/** The calls that people wait for most; of the other areas the first read is measured. */
const CHOSEN: Readonly<Record<string, string>> = {
  annotations: 'listAnnotations',
  reviews: 'listReviews',
  sites: 'listSites',
  widget: 'createAnnotation',
};

const file = (name: string) => join(import.meta.dirname, name);

const caseOf = (rows: Readonly<Record<string, { method: string }>>, chosen: string | undefined): Case | undefined => {
  const reads = new Set(Object.entries(rows).flatMap(([id, { method }]) => (method === 'GET' ? [id] : [])));
  return cases.find(({ of, variant }) => !variant && (chosen ? of === chosen : reads.has(of)));
};

const bundled = async (name: string, files: readonly string[] | undefined, one: Case, ground: Ground) => {
  const js = await bundleLambda(`functions/${name}/index.ts`);
  return {
    name: `${name} (${one.of})`,
    bundle: writeBundle(js, files),
    event: async () => eventOf(await one.ask(ground)).event,
  };
};

export const BARE: Subject = { name: 'bare Node' };

/** Bare Node and two floors, then each bundle that answers HTTP requests. */
export const subjectsOf = async (ground: Ground): Promise<Subject[]> => {
  const { event } = eventOf({ method: 'GET', path: '/api/v1/sites' });
  const floors = ['hello', 'raw'].map((name) => ({ name, bundle: file(`${name}.cjs`), event: async () => event }));
  // The loader's bundle includes it.
  await buildWidget();
  const bundles: Subject[] = [];
  for (const { name, rows } of areas) {
    const one = caseOf(rows, CHOSEN[name]);
    if (one) bundles.push(await bundled(name, lambdaOf(name).files, one, ground));
  }
  const tool = cases.find(({ of, variant }) => of === 'mcp list_annotations' && !variant);
  if (tool) bundles.push(await bundled('mcp', mcp.files, tool, ground));
  return [BARE, ...floors, ...bundles];
};
