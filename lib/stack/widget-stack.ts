import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { keepExports } from './published.ts';
import { EDGE_REGION } from './server-secrets.ts';
import type { Stage } from './stages.ts';
import { WidgetFiles } from './widget-files.ts';

/** The widget's files. They are uploaded before the loader that names them is deployed. */
export class WidgetStack extends Stack {
  readonly files: WidgetFiles;

  constructor(scope: Construct, stage: Stage, folder: string) {
    super(scope, `Sidenote-${stage.name}-widget`, {
      description: `Sidenote, ${stage.name}: the widget's files`,
      env: { region: EDGE_REGION },
      terminationProtection: stage.isProtected === true,
    });
    this.files = new WidgetFiles(this, 'Files', stage, folder);
    const { bucketName, bucketArn, bucketRegionalDomainName } = this.files.bucket;
    keepExports(this, [bucketName, bucketArn, bucketRegionalDomainName]);
  }
}
