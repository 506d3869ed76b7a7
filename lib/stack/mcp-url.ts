import { Fn } from 'aws-cdk-lib';
import { FunctionUrlAuthType, InvokeMode } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import type { Released } from './rollout.ts';

/**
 * The function URL of the MCP Lambda. It is public in IAM and protected by the origin secret: signing by CloudFront
 * would replace Authorization and require MCP clients to hash their body.
 */
export class McpUrl extends Construct {
  /** The host that CloudFront calls. */
  readonly host: string;

  constructor(scope: Construct, id: string, { alias }: Released, alarms: Alarms) {
    super(scope, id);
    const { url } = alias.addFunctionUrl({ authType: FunctionUrlAuthType.NONE, invokeMode: InvokeMode.BUFFERED });
    alarms.add('mcp-5xx', alias.lambda.metric('Url5xxCount'), { atLeast: 5 });
    alarms.add('mcp-slow', alias.lambda.metric('UrlRequestLatency'), { atLeast: 5000, periods: 3, statistic: 'p99' });
    this.host = Fn.select(2, Fn.split('/', url));
  }
}
