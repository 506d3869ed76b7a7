import { CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { PROVIDER_SUBJECT, providersSetting } from '../../functions/sign-in/providers.ts';
import { eventWorkers } from '../../functions/workers/lambdas.ts';
import type { DashboardConfig } from '../../web/dashboard/session/config.ts';
import { LambdaFunction } from './lambda-function.ts';
import { readSender } from './mail.ts';
import { addProviders, linkedProviders, providerButtons } from './sign-in-providers.ts';
import { acknowledge } from './stage-stack.ts';
import type { Stage } from './stages.ts';

/** Cognito accepts it once SES has verified the domain. */
const senderOf = ({ mail, region }: Stage) =>
  cognito.UserPoolEmail.withSES({ ...readSender(mail.from), sesRegion: region, sesVerifiedDomain: mail.domain });

/** The dashboard is its one client (code flow with PKCE, no secret). */
export class SignIn extends Construct {
  readonly settings: { ISSUER: string; CLIENT_ID: string; USER_POOL_ID: string };
  readonly poolArn: string;
  /** Undefined if the stage has no providers. */
  readonly linking: LambdaFunction | undefined;
  /** Known before the deploy, unlike issuer and client. */
  readonly endpoints: Omit<DashboardConfig, 'issuer' | 'client_id' | 'loader_id' | 'bucket_origin'>;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const { signInProviders } = stage;
    this.linking = signInProviders && this.#makeLinking(stage, signInProviders);
    const pool = new cognito.UserPool(this, 'Pool', {
      featurePlan: cognito.FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      standardAttributes: { email: { required: true, mutable: true }, fullname: { required: false, mutable: true } },
      ...(this.linking && {
        // A linked account takes over what the provider says, so that nothing of it is immutable.
        customAttributes: { [PROVIDER_SUBJECT]: new cognito.StringAttribute({ mutable: true }) },
        lambdaTriggers: { preSignUp: this.linking },
      }),
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      mfa: cognito.Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      ...(stage.signInMailBySes && { email: senderOf(stage) }),
      deletionProtection: stage.isProtected === true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    pool.addDomain('Hosted', { cognitoDomain: { domainPrefix: stage.signInPrefix } });
    new cognito.CfnUserPoolGroup(this, 'Admins', {
      userPoolId: pool.userPoolId,
      groupName: 'admins',
      description: 'May call the admin routes.',
    });
    const providers = addProviders(this, pool, signInProviders ?? []);
    const client = new cognito.UserPoolClient(this, 'Dashboard', {
      userPool: pool,
      generateSecret: false,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [cognito.OAuthScope.OPENID, cognito.OAuthScope.EMAIL, cognito.OAuthScope.PROFILE],
        callbackUrls: [`${stage.baseUrl}/dashboard/`],
        logoutUrls: [`${stage.baseUrl}/dashboard/`],
      },
      supportedIdentityProviders: [
        cognito.UserPoolClientIdentityProvider.COGNITO,
        ...providers.map(({ providerName }) => cognito.UserPoolClientIdentityProvider.custom(providerName)),
      ],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      idTokenValidity: Duration.hours(1),
      accessTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
    });
    // Spelled out because the domain construct's own URL is a token, whose origin can't be read.
    const hosted = `https://${stage.signInPrefix}.auth.${stage.region}.amazoncognito.com`;
    this.endpoints = {
      authorization_endpoint: `${hosted}/oauth2/authorize`,
      token_endpoint: `${hosted}/oauth2/token`,
      end_session_endpoint: `${hosted}/logout`,
      providers: providerButtons(signInProviders),
    };
    if (this.linking) {
      this.#grantLinking(this.linking, pool.userPoolArn);
      new CfnOutput(this, 'Callback', { value: `${hosted}/oauth2/idpresponse`, description: 'For Google and OIDC' });
      new CfnOutput(this, 'SamlAcs', { value: `${hosted}/saml2/idpresponse`, description: 'For SAML, by POST' });
      new CfnOutput(this, 'SamlEntityId', { value: `urn:amazon:cognito:sp:${pool.userPoolId}` });
    }
    this.poolArn = pool.userPoolArn;
    this.settings = {
      ISSUER: pool.userPoolProviderUrl,
      CLIENT_ID: client.userPoolClientId,
      USER_POOL_ID: pool.userPoolId,
    };

    acknowledge(pool, 'COG2', 'A second factor is offered to everyone and required of no one.');
    const plan = 'Threat protection needs the Plus plan, priced per user; Cognito locks out guessing by itself.';
    acknowledge(pool, 'COG3', plan);
    acknowledge(pool, 'COG8', plan);
  }

  #makeLinking(stage: Stage, providers: NonNullable<Stage['signInProviders']>): LambdaFunction {
    const settings = { SIGN_IN_PROVIDERS: providersSetting(linkedProviders(providers)) };
    const entry = 'functions/workers/link-sign-in.ts';
    return new LambdaFunction(this, 'link-sign-in', { stage, settings }, { ...eventWorkers['link-sign-in'], entry });
  }

  /** A policy by itself: the function waits for its role's own policies, and the pool for the function. */
  #grantLinking({ ownRole }: LambdaFunction, pool: string): void {
    const calls = ['AdminDeleteUser', 'AdminGetUser', 'AdminLinkProviderForUser', 'ListUsers'];
    const actions = calls.map((name) => `cognito-idp:${name}`);
    new Policy(this, 'Linking', {
      roles: [ownRole],
      statements: [new PolicyStatement({ actions, resources: [pool] })],
    });
  }

  grantDelete(to: LambdaFunction): void {
    to.allow(['cognito-idp:AdminDeleteUser'], [this.poolArn]);
  }
}
