import { Annotations, CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CnameRecord, type IHostedZone, MxRecord, TxtRecord } from 'aws-cdk-lib/aws-route53';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import * as ses from 'aws-cdk-lib/aws-ses';
import * as sesActions from 'aws-cdk-lib/aws-ses-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { LambdaFunction } from './lambda-function.ts';
import { acknowledge, asBucket, zoneOf } from './stage-stack.ts';
import type { Stage } from './stages.ts';

/** `Name <address>` */
export const readSender = (from: string): { fromName: string; fromEmail: string } => {
  const [, fromName, fromEmail] = from.match(/^(.+) <([^<>\s]+@[^<>\s]+)>$/) ?? [];
  if (!fromName || !fromEmail) throw new Error(`"${from}" is not a sender. Use the form Name <address>.`);
  return { fromName, fromEmail };
};

export class Mail extends Construct {
  readonly feedback: Topic;
  /** Without `replies` too, so that a stage can turn them off: its export stays as long as the workers import it. */
  readonly received: Topic;
  readonly configurationSetName: string;
  readonly settings: { MAIL_FROM: string; REPLIES_DOMAIN?: string };
  readonly #sender: string;

  constructor(scope: Construct, id: string, stage: Stage, inbox: Bucket) {
    super(scope, id);
    this.feedback = new Topic(this, 'Feedback', { enforceSSL: true });
    const configurationSet = new ses.ConfigurationSet(this, 'Sending', {
      tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      // Its list would keep addresses readable after their erasure. Ours has hashes.
      disableSuppressionList: true,
    });
    this.configurationSetName = configurationSet.configurationSetName;
    configurationSet.addEventDestination('Feedback', {
      destination: ses.EventDestination.snsTopic(this.feedback),
      events: [ses.EmailSendingEvent.BOUNCE, ses.EmailSendingEvent.COMPLAINT],
    });
    const bounceDomain = `bounce.${stage.mail.domain}`;
    const identity = new ses.EmailIdentity(this, 'Domain', {
      identity: ses.Identity.domain(stage.mail.domain),
      configurationSet,
      mailFromDomain: bounceDomain,
    });
    const zone = zoneOf(this, stage);
    if (zone) this.#publish(zone, identity, stage.mail.domain, bounceDomain);
    for (const [index, { name, value }] of identity.dkimRecords.entries()) {
      new CfnOutput(this, `Dkim${index + 1}`, { value: `${name} CNAME ${value}` });
    }

    this.#sender = readSender(stage.mail.from).fromEmail;
    const { replies } = stage.mail;
    this.received = new Topic(this, 'Received', { enforceSSL: true });
    if (replies) this.#receive(replies, inbox);
    if (replies && zone) {
      const hostName = `inbound-smtp.${Stack.of(this).region}.amazonaws.com`;
      new MxRecord(this, 'RepliesMx', { zone, recordName: `${replies.domain}.`, values: [{ hostName, priority: 10 }] });
    }
    this.settings = { MAIL_FROM: stage.mail.from, ...(replies && { REPLIES_DOMAIN: replies.domain }) };
  }

  /** Only one rule set of a region is active, so that a stage adds its rule to it and makes none. */
  #receive({ domain, ruleSet }: NonNullable<Stage['mail']['replies']>, inbox: Bucket): void {
    this.received.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('ses.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.received.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    new CfnOutput(this, 'ReceiptRuleSet', { value: ruleSet, description: 'Must be the active one of the region' });
    Annotations.of(this).addInfo(
      `Mail to ${domain} is received only while the receipt rule set "${ruleSet}" is the active one (docs/runbook.md, Mail).`,
    );
    new ses.ReceiptRule(this, 'Replies', {
      ruleSet: ses.ReceiptRuleSet.fromReceiptRuleSetName(this, 'Rules', ruleSet),
      recipients: [domain],
      scanEnabled: true,
      actions: [new sesActions.S3({ bucket: asBucket(inbox), objectKeyPrefix: 'inbound/', topic: this.received })],
    });
  }

  /** To any identity: in the sandbox SES requires permission for a verified recipient, too. */
  grantSending(to: LambdaFunction): void {
    const arnOf = (resource: string, resourceName: string) =>
      Stack.of(to).formatArn({ service: 'ses', resource, resourceName });
    const resources = [arnOf('identity', '*'), arnOf('configuration-set', this.configurationSetName)];
    to.allow(['ses:SendRawEmail'], resources, { StringEquals: { 'ses:FromAddress': this.#sender } });
    const { region } = Stack.of(to);
    const finding = `IAM5[Resource::arn:<AWS::Partition>:ses:${region}:<AWS::AccountId>:identity/*]`;
    acknowledge(
      to.ownRole,
      finding,
      'The sender is fixed by a condition; in the sandbox recipients are identities too.',
    );
  }

  #publish(zone: IHostedZone, identity: ses.EmailIdentity, domain: string, bounceDomain: string): void {
    for (const [index, { name, value }] of identity.dkimRecords.entries()) {
      // SES's name already includes the domain; the dot keeps Route 53 from appending the zone again.
      new CnameRecord(this, `DkimRecord${index + 1}`, { zone, recordName: `${name}.`, domainName: value });
    }
    const hostName = `feedback-smtp.${Stack.of(this).region}.amazonses.com`;
    new MxRecord(this, 'BounceMx', { zone, recordName: `${bounceDomain}.`, values: [{ hostName, priority: 10 }] });
    new TxtRecord(this, 'BounceSpf', {
      zone,
      recordName: `${bounceDomain}.`,
      values: ['v=spf1 include:amazonses.com -all'],
    });
    new TxtRecord(this, 'Dmarc', {
      zone,
      recordName: `_dmarc.${domain}.`,
      values: ['v=DMARC1; p=quarantine; adkim=s'],
    });
  }
}
