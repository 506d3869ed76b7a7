import { RemovalPolicy, SecretValue, Stack } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { Stage } from './stages.ts';

export const EDGE_REGION = 'us-east-1';

const originSecretName = (stage: Stage, id: string) => `sidenote/${stage.name}/origin/${id}`;

/** A reference that CloudFormation resolves while it deploys; the value stands in no template. */
const resolved = (secretId: string) => SecretValue.secretsManager(secretId).unsafeUnwrap();

/** What CloudFront sends to prove itself; read from the copy in its own region. */
export const sentOriginSecret = (stage: Stage): string => resolved(originSecretName(stage, stage.originSecrets.sent));

/**
 * The keys that sign and the secrets that only CloudFront knows. One secret never changes its value: a rotation adds
 * another name in lib/stages.ts, so that each step is a deploy (docs/runbook.md).
 */
export class ServerSecrets extends Construct {
  readonly settings: { SERVER_KEYS: string; ORIGIN_SECRETS: string };

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const isElsewhere = Stack.of(this).region !== EDGE_REGION;

    // 64 letters and digits are also the base64 of 48 bytes.
    const generateSecretString = { passwordLength: 64, excludePunctuation: true };
    const keys = stage.serverKeys.map((key) => {
      const secretName = `sidenote/${stage.name}/server-key/${key}`;
      const secret = new Secret(this, key, { secretName, generateSecretString, removalPolicy: RemovalPolicy.RETAIN });
      return `${key}:${secret.secretValue.unsafeUnwrap()}`;
    });
    const origin = stage.originSecrets.accepted.map((name) =>
      new Secret(this, name, {
        secretName: originSecretName(stage, name),
        generateSecretString,
        ...(isElsewhere && { replicaRegions: [{ region: EDGE_REGION }] }),
      }).secretValue.unsafeUnwrap(),
    );
    this.settings = { SERVER_KEYS: keys.join(','), ORIGIN_SECRETS: origin.join(',') };

    acknowledge(
      this,
      'SMG4',
      'A new value would lock out whoever holds the old one: rotation adds a key beside it (docs/runbook.md).',
    );
  }
}
