import { type App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Area } from '../functions/kit/contract.ts';
import { bundleLambda, lambdaEntries } from './bundling.ts';
import { EdgeStack, type Folders } from './edge-stack.ts';
import { SidenoteStack } from './stack.ts';
import type { Stage } from './stages.ts';

interface Parts {
  stages: readonly Stage[];
  areas: readonly Area[];
  folders: Folders;
}

/** Two stacks per stage: what runs in its region, and the edge in front of it. cdk-nag refuses what is not acknowledged. */
export const assemble = async (app: App, { stages, areas, folders }: Parts): Promise<void> => {
  await Promise.all(lambdaEntries(areas).map(bundleLambda));
  for (const stage of stages) {
    const behind = new SidenoteStack(app, stage, areas);
    const edge = new EdgeStack(app, stage, behind, folders);
    for (const stack of [behind, edge]) Tags.of(stack).add('sidenote:stage', stage.name);
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
};
