import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { areas } from '../functions/areas.ts';
import { assemble } from '../lib/app.ts';
import { buildDashboard } from '../lib/dashboard-build.ts';
import { selectStages } from '../lib/stages.ts';
import { buildWidget } from '../lib/widget-build.ts';

const app = new App();
// `-c stage=development` puts one stage together; without it, all of them.
const chosen: unknown = app.node.tryGetContext('stage');

const [, { folder: dashboard }] = await Promise.all([buildWidget(), buildDashboard()]);
await assemble(app, {
  stages: selectStages(typeof chosen === 'string' ? chosen : undefined),
  areas,
  folders: { widget: join(import.meta.dirname, '../dist/widget'), dashboard },
});
app.synth();
