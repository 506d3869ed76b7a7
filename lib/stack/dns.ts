import { type IHostedZone, PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { Stage } from './stages.ts';

/** The stage's public zone; undefined if its DNS is managed by hand. */
export const zoneOf = (scope: Construct, { hostedZone }: Stage): IHostedZone | undefined =>
  hostedZone &&
  PublicHostedZone.fromPublicHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  });
