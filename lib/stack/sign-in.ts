import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnUserPoolGroup,
  FeaturePlan,
  Mfa,
  OAuthScope,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolEmail,
} from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { DashboardConfig } from './dashboard-headers.ts';
import type { LambdaFunction } from './lambda-function.ts';
import { readSender } from './mail.ts';
import type { Stage } from './stages.ts';

/** The mail domain's own sender. Cognito accepts it once SES has verified the domain. */
const senderOf = ({ mail, region }: Stage) =>
  UserPoolEmail.withSES({ ...readSender(mail.from), sesRegion: region, sesVerifiedDomain: mail.domain });

/** The user pool with its hosted sign-in; the dashboard is its one client (code flow with PKCE, no secret). */
export class SignIn extends Construct {
  readonly settings: { ISSUER: string; CLIENT_ID: string; USER_POOL_ID: string };
  readonly #pool: UserPool;
  readonly address: string;
  /** Known before the deploy, unlike issuer and client. */
  readonly endpoints: Omit<DashboardConfig, 'issuer' | 'client_id'>;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const pool = new UserPool(this, 'Pool', {
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      standardAttributes: { email: { required: true, mutable: true }, fullname: { required: false, mutable: true } },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      ...(stage.signInMailBySes && { email: senderOf(stage) }),
      deletionProtection: stage.isProtected === true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const domain = pool.addDomain('Hosted', { cognitoDomain: { domainPrefix: stage.signInPrefix } });
    new CfnUserPoolGroup(this, 'Admins', {
      userPoolId: pool.userPoolId,
      groupName: 'admins',
      description: 'May call the admin routes.',
    });
    const client = new UserPoolClient(this, 'Dashboard', {
      userPool: pool,
      generateSecret: false,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [`${stage.baseUrl}/dashboard/`],
        logoutUrls: [`${stage.baseUrl}/dashboard/`],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      idTokenValidity: Duration.hours(1),
      accessTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
    });
    this.address = domain.baseUrl();
    // Spelled out because the domain construct's own URL is a token, whose origin can't be read.
    const hosted = `https://${stage.signInPrefix}.auth.${stage.region}.amazoncognito.com`;
    this.endpoints = {
      authorization_endpoint: `${hosted}/oauth2/authorize`,
      token_endpoint: `${hosted}/oauth2/token`,
      end_session_endpoint: `${hosted}/logout`,
    };
    this.#pool = pool;
    this.settings = {
      ISSUER: pool.userPoolProviderUrl,
      CLIENT_ID: client.userPoolClientId,
      USER_POOL_ID: pool.userPoolId,
    };

    acknowledge(pool, 'COG2', 'A second factor is offered to everyone and forced on nobody.');
    const plan = 'Threat protection needs the Plus plan, priced per user; Cognito locks out guessing by itself.';
    acknowledge(pool, 'COG3', plan);
    acknowledge(pool, 'COG8', plan);
  }

  /** Lets a Lambda delete accounts. */
  grantDelete(to: LambdaFunction): void {
    to.addToRolePolicy(
      new PolicyStatement({ actions: ['cognito-idp:AdminDeleteUser'], resources: [this.#pool.userPoolArn] }),
    );
  }

  /** The pool's ARN, for stacks that grant rights on it. */
  get poolArn(): string {
    return this.#pool.userPoolArn;
  }
}
