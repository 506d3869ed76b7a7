import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { areas } from '../functions/areas.ts';
import { buildDashboard } from '../lib/build/dashboard-build.ts';
import { buildWidget } from '../lib/build/widget-build.ts';
import { assemble } from '../lib/stack/app.ts';
import { selectStages } from '../lib/stack/stages.ts';

const app = new App();
// `-c stage=development` synthesizes one stage; without it, all of them.
const chosen: unknown = app.node.tryGetContext('stage');
const stages = selectStages(typeof chosen === 'string' ? chosen : undefined);

const [, { folder: dashboard }] = await Promise.all([buildWidget(), buildDashboard()]);
await assemble(app, {
  stages,
  areas,
  folders: { widget: join(import.meta.dirname, '../dist/widget'), dashboard },
});
app.synth();
