import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { setting } from '../../kit/config.ts';

let client: CognitoIdentityProviderClient | undefined;

/** Deletes an account of the user pool; one that is gone already is fine. */
export const deleteSignIn = async (username: string): Promise<void> => {
  client ??= new CognitoIdentityProviderClient({
    requestHandler: { connectionTimeout: 2000, requestTimeout: 5000, throwOnRequestTimeout: true },
  });
  try {
    await client.send(new AdminDeleteUserCommand({ UserPoolId: setting('USER_POOL_ID'), Username: username }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
};
