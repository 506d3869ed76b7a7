import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Area } from '../../functions/kit/contract/contract.ts';
import { bundleLambda, lambdaEntries } from '../build/bundling.ts';
import { inlineScripts } from '../build/public-pages.ts';
import { ApiStack } from './api-stack.ts';
import { DataStack } from './data-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import { WidgetStack } from './public-files.ts';
import type { Stage } from './stages.ts';
import { WorkersStack } from './workers-stack.ts';

interface Parts {
  stages: readonly Stage[];
  areas: readonly Area[];
  folders: { widget: string; dashboard: string };
}

export const assemble = async (app: App, { stages, areas, folders }: Parts): Promise<void> => {
  await Promise.all(lambdaEntries(areas).map(bundleLambda));
  const page = await readFile(join(folders.dashboard, 'index.html'), 'utf8');
  for (const stage of stages) {
    const data = new DataStack(app, stage, inlineScripts(page));
    const widget = new WidgetStack(app, stage, folders.widget);
    const workers = new WorkersStack(app, stage, data);
    const api = new ApiStack(app, stage, areas, { data, workers, widget });
    const edge = new EdgeStack(app, stage, { data, widget, workers, api }, folders.dashboard);
    for (const stack of [data, widget, workers, api, edge]) Tags.of(stack).add('sidenote:stage', stage.name);
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
};
