import { RemovalPolicy, SecretValue, Stack } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './stage-stack.ts';
import type { Stage } from './stages.ts';

export const EDGE_REGION = 'us-east-1';

const nameOf = (stage: Stage, kind: 'server-key' | 'origin', id: string) => `sidenote/${stage.name}/${kind}/${id}`;

/** Resolved while CloudFormation deploys; the value is in no template. */
export const resolvedSecret = (secretName: string) => SecretValue.secretsManager(secretName).unsafeUnwrap();

export const sentOriginSecret = (stage: Stage): string =>
  resolvedSecret(nameOf(stage, 'origin', stage.originSecrets.sent));

/** A secret never changes its value: a rotation adds a name in lib/stack/stages.ts (docs/runbook.md). */
export class ServerSecrets extends Construct {
  readonly settings: { SERVER_KEYS: string; ORIGIN_SECRETS: string };

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const isElsewhere = Stack.of(this).region !== EDGE_REGION;

    // Kept when a rotation drops it: if a later stack fails, it rolls back to a template that still reads it.
    const kept = { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE };
    // 64 letters and digits are also the base64 of 48 bytes.
    const generateSecretString = { passwordLength: 64, excludePunctuation: true };
    for (const key of stage.serverKeys) {
      new Secret(this, key, { secretName: nameOf(stage, 'server-key', key), generateSecretString, ...kept });
    }
    for (const name of stage.originSecrets.accepted) {
      new Secret(this, name, {
        secretName: nameOf(stage, 'origin', name),
        generateSecretString,
        ...kept,
        ...(isElsewhere && { replicaRegions: [{ region: EDGE_REGION }] }),
      });
    }
    this.settings = {
      SERVER_KEYS: stage.serverKeys
        .map((key) => `${key}:${resolvedSecret(nameOf(stage, 'server-key', key))}`)
        .join(','),
      ORIGIN_SECRETS: stage.originSecrets.accepted
        .map((name) => resolvedSecret(nameOf(stage, 'origin', name)))
        .join(','),
    };

    acknowledge(
      this,
      'SMG4',
      'A new value would lock out everything signed with the old one: rotation adds a second key (docs/runbook.md).',
    );
  }
}
