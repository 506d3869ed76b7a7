import { type Stage, selectStages, stages } from '../../lib/stack/stages.ts';

/** The file next to the templates that has each acknowledged finding of cdk-nag and its reason. */
export const ACKNOWLEDGED = 'acknowledged.json';

/** One stage of lib/stack/stages.ts, and one in the edge's region, with everything that the first leaves out. */
export const testStages = (): Stage[] => {
  const [staging] = selectStages('staging');
  const [production] = selectStages('production');
  const together: Stage = {
    ...production!,
    name: 'together',
    region: 'us-east-1',
    isProtected: true,
    signInMailBySes: true,
    hostedZone: { id: 'Z0000000EXAMPLE', name: 'sidenote.example' },
    alarmMail: 'operator@sidenote.example',
    serverKeys: ['k2', 'k1'],
    originSecrets: { accepted: ['o1', 'o2'], sent: 'o2' },
    model: {
      provider: 'openai',
      model: 'large',
      baseUrl: 'https://models.example/v1',
      keySecret: 'models/key',
      settings: { timeoutMs: 180_000, samples: 2, maxTokens: 32_000, temperature: 0, priceIn: 1.25, priceOut: 10 },
    },
    agentSignup: 'open',
    signInProviders: [
      { kind: 'google', clientId: 'id.apps.googleusercontent.com', clientSecret: 'sign-in/google' },
      {
        kind: 'saml',
        name: 'Company',
        label: 'Company login',
        provesAddresses: true,
        metadata: { url: 'https://login.company.example/saml/metadata' },
        attributes: { subject: 'subject', email: 'email', emailVerified: 'email_verified', name: 'name' },
      },
      {
        kind: 'oidc',
        name: 'GitHub',
        label: 'GitHub',
        issuer: 'https://github-oidc.sidenote.example',
        clientId: 'sidenote',
        clientSecret: 'sign-in/github',
      },
    ],
    payments: { webhookSecret: 'pay/secret', topUpUrl: 'https://pay.example/b/1' },
    transcribes: false,
  };
  return [staging!, together];
};

/** Every stage that can be deployed, and one that sets what they leave out. */
export const allStages = (): Stage[] => [...stages, testStages()[1]!];
