import { fromEnv } from '@aws-sdk/credential-provider-env';

/** Takes the place of the SDK's credential chain: in Lambda the credentials stand in the environment. */
export const defaultProvider = fromEnv;
