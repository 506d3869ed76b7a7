import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { areas } from '../../functions/areas.ts';
import { buildDashboard } from '../../lib/build/dashboard-build.ts';
import { buildWidget } from '../../lib/build/widget-build.ts';
import { assemble } from '../../lib/stack/app.ts';
import { ACKNOWLEDGED, allStages } from './stages.ts';

// Runs as a separate program: inside the test runner the CDK takes three times as long.
const [outdir = ''] = process.argv.slice(2);
const root = join(import.meta.dirname, '../..');
const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: Record<string, unknown> };
const [, { folder: dashboard }] = await Promise.all([buildWidget(), buildDashboard()]);
mkdirSync(outdir, { recursive: true });
const app = new App({
  outdir,
  context: { ...context, 'aws:cdk:disable-asset-staging': true, 'aws:cdk:enable-asset-metadata': true },
});
await assemble(app, {
  stages: allStages(),
  areas,
  folders: { widget: join(root, 'dist/widget'), dashboard },
});
app.synth();
const acknowledged = app.node
  .findAll()
  .flatMap(({ node }) => node.metadata)
  .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
  .flatMap(({ data }) => Object.entries(data as Record<string, string>));
writeFileSync(join(outdir, ACKNOWLEDGED), JSON.stringify(acknowledged));
