import { describe, expect, test } from '@jest/globals';
import { mailFault } from '../../functions/mail/mail-fault.ts';

const answered = (name: string, httpStatusCode: number) => ({ name, $metadata: { httpStatusCode } });

describe('a mail that SES has not confirmed', () => {
  test.each([
    ['the rate was exceeded', answered('Throttling', 400)],
    ['SES was unavailable', answered('ServiceUnavailable', 503)],
    ['the grant was missing', answered('AccessDenied', 403)],
    ['sending is paused', answered('AccountSendingPausedException', 400)],
    ['sending is paused for this stage', answered('ConfigurationSetSendingPausedException', 400)],
    ['the configuration set is missing', answered('ConfigurationSetDoesNotExistException', 400)],
    ['the configuration set is missing, by its code', answered('ConfigurationSetDoesNotExist', 400)],
    ['the domain of MAIL FROM is not verified', answered('MailFromDomainNotVerifiedException', 400)],
    [
      'the sender is not verified',
      {
        ...answered('MessageRejected', 400),
        message:
          'Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: a@example.com',
      },
    ],
    ['nobody listened', { name: 'Error', code: 'ECONNREFUSED', $metadata: {} }],
    ['no name was found', { name: 'Error', code: 'ENOTFOUND', $metadata: {} }],
    [
      'no connection came about',
      {
        name: 'TimeoutError',
        message: 'the request socket did not establish a connection with the server',
        $metadata: {},
      },
    ],
  ])('is tried again where %s', (_, error) => expect(mailFault(error)).toBe('again'));

  test.each([
    ['its content was rejected', answered('MessageRejected', 400)],
    ['an address is malformed', answered('InvalidParameterValue', 400)],
  ])('has failed where %s', (_, error) => expect(mailFault(error)).toBe('refused'));

  test.each([
    ['the connection broke', { name: 'Error', code: 'ECONNRESET', $metadata: {} }],
    ['the answer did not come in time', { name: 'TimeoutError', message: 'socket timed out', $metadata: {} }],
    ['the answer was cut short', answered('SyntaxError', 200)],
    ['nobody knows', undefined],
  ])('is never tried again where %s', (_, error) => expect(mailFault(error)).toBe('lost'));
});
