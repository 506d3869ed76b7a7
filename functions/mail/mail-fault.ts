import { fieldsOf } from '../kit/unknown.ts';
import { wordSet } from '../kit/words.ts';

export type MailFault =
  /** Refused for now, or never sent. */
  | 'again'
  /** The mail itself is the reason. */
  | 'refused'
  /** It may have been accepted, so it is never retried. */
  | 'lost';

const NEVER_LEFT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Bundles leave out the class ConfigurationSetDoesNotExistException, so its name there is its code. */
const LATER = wordSet(`
  Throttling ThrottlingException TooManyRequestsException ServiceUnavailable ServiceUnavailableException
  ExpiredToken ExpiredTokenException CredentialsProviderError
  AccountSendingPausedException ConfigurationSetSendingPausedException
  ConfigurationSetDoesNotExist ConfigurationSetDoesNotExistException MailFromDomainNotVerifiedException
`);
/** SES gives this the same name as rejected content. */
const UNVERIFIED = 'Email address is not verified';

export const mailFault = (error: unknown): MailFault => {
  const { name, code, message, $metadata } = fieldsOf(error);
  const status = fieldsOf($metadata).httpStatusCode;
  if (LATER.has(String(name)) || NEVER_LEFT.has(String(code))) return 'again';
  // The SDK gives both time-outs the same name; only this one comes before anything was sent.
  if (String(message).includes('did not establish a connection')) return 'again';
  if (String(message).startsWith(UNVERIFIED)) return 'again';
  if (typeof status !== 'number' || status < 400) return 'lost';
  return status >= 500 || status === 429 || status === 401 || status === 403 ? 'again' : 'refused';
};
