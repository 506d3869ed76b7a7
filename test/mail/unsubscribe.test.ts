import { describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { findSuppression, isSuppressed } from '../../functions/mail/suppressions.ts';
import { unsubscribeUrl } from '../../functions/mail/unsubscribe-url.ts';
import { handler as recordFeedback } from '../../functions/workers/record-feedback.ts';
import { call, table } from '../driver.ts';

const someone = () => `s-${newId().toLowerCase()}@example.com`;
const pathFor = (address: string) => new URL(unsubscribeUrl(addressHash(address))).pathname;

describe('the unsubscribe link', () => {
  test('opens a page with a button, and opening it does not unsubscribe', async () => {
    const address = someone();
    const page = await call('GET', pathFor(address));
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('<form method="post">');
    expect(page.headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(await isSuppressed(table(), addressHash(address))).toBe(false);
  });

  test('is in the language of the browser', async () => {
    const headers = { 'accept-language': 'de-AT,de;q=0.9' };
    const path = pathFor(someone());
    expect((await call('GET', path, { headers })).text).toContain('Abbestellen</button>');
    expect((await call('POST', path, { headers })).text).toContain('Sie haben abbestellt');
  });

  test('says in a browser that it doesn’t work, if it is forged, with the same 404', async () => {
    for (const method of ['GET', 'POST'] as const) {
      for (const [language, words] of [
        ['en', 'This link doesn’t work'],
        ['de', 'Dieser Link funktioniert nicht'],
      ] as const) {
        const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': language };
        const { status, text, headers: got } = await call(method, `${pathFor(someone())}x`, { headers });
        expect([status, got['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
        expect(text).toContain(words);
      }
    }
  });

  test('unsubscribes with one POST, as mail clients send it, and repeatedly without harm', async () => {
    const address = someone();
    for (let times = 0; times < 2; times += 1) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await call('POST', pathFor(address), { body: 'List-Unsubscribe=One-Click', headers });
      expect(answer.status).toBe(200);
    }
    expect(await isSuppressed(table(), addressHash(address.toUpperCase()))).toBe(true);
  });

  test('contains no address, and a forged one is a 404', async () => {
    const address = someone();
    const path = pathFor(address);
    expect(path).not.toContain(address.split('@')[0]);
    const foreign = path.replace(addressHash(address), addressHash(someone()));
    for (const forged of [foreign, `${path}x`, '/api/mail/unsubscribe/x']) {
      expect((await call('POST', forged)).status).toBe(404);
      expect((await call('GET', forged)).status).toBe(404);
    }
  });
});

const notify = (...messages: unknown[]) =>
  recordFeedback({
    Records: messages.map((message) => ({ Sns: { Message: JSON.stringify(message) } })),
  } as Parameters<typeof recordFeedback>[0]);

describe('SES notifications', () => {
  test('suppress an address after a permanent bounce or a complaint', async () => {
    const [bounced, complained] = [someone(), someone()];
    await notify(
      {
        notificationType: 'Bounce',
        bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: bounced }] },
      },
      { eventType: 'Complaint', complaint: { complainedRecipients: [{ emailAddress: `Ann <${complained}>` }] } },
    );
    expect(await isSuppressed(table(), addressHash(bounced))).toBe(true);
    expect(await isSuppressed(table(), addressHash(complained))).toBe(true);
  });

  test('outlast an unsubscription, which ends with the person’s own wish', async () => {
    const address = someone();
    const bouncedRecipients = [{ emailAddress: address }];
    await call('POST', pathFor(address));
    expect(await findSuppression(table(), addressHash(address))).toBe('unsubscribed');
    await notify({ notificationType: 'Bounce', bounce: { bounceType: 'Permanent', bouncedRecipients } });
    await call('POST', pathFor(address));
    expect(await findSuppression(table(), addressHash(address))).toBe('bounced');
  });

  test('ignore transient bounces, deliveries, and complaints that were taken back', async () => {
    const address = someone();
    const bouncedRecipients = [{ emailAddress: address }];
    const complaint = { complaintFeedbackType: 'not-spam', complainedRecipients: bouncedRecipients };
    await notify(
      { notificationType: 'Bounce', bounce: { bounceType: 'Transient', bouncedRecipients } },
      { notificationType: 'Delivery', delivery: {} },
      { notificationType: 'Complaint', complaint },
    );
    expect(await isSuppressed(table(), addressHash(address))).toBe(false);
  });

  test('fail alone if a message is invalid', async () => {
    const address = someone();
    const complaint = {
      notificationType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress: address }] },
    };
    const broken = { Records: [{ Sns: { Message: '{' } }, { Sns: { Message: JSON.stringify(complaint) } }] };
    await expect(recordFeedback(broken as Parameters<typeof recordFeedback>[0])).rejects.toThrow('1 notifications');
    expect(await isSuppressed(table(), addressHash(address))).toBe(true);
  });
});
