import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { annotationPartition, keys } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { textOfHtml } from '../../functions/threads/inbound/html-text.ts';
import { ownWords } from '../../functions/threads/inbound/own-words.ts';
import { replyAddress } from '../../functions/threads/reply-address.ts';
import { handler as receive } from '../../functions/workers/receive-mail.ts';
import { advance } from '../../lib/local/clock.ts';
import { deliver, receiveMail } from '../../lib/local/incoming-mail.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { holdMessages, inbox, mailsTo, minuteEnds, patch, read, reply, someone } from './conversation.ts';

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site({ name: 'Harbour Coffee' });
});
holdMessages();

/** A blocked note, and the address to answer to. */
const asked = async () => {
  const address = someone();
  const { id } = await ws.note(site, { email: address });
  await patch(ws, id, { status: 'blocked', summary: 'Which browser?' });
  return { id, address, to: String(replyAddress({ ws: ws.id, annotation: id }, addressHash(address))) };
};

const words = async (id: string) => (await read(ws, id)).replies.map(({ body }: { body: string }) => body);
const expectUntouched = async (id: string) =>
  expect(await read(ws, id)).toMatchObject({ status: 'blocked', replies: [] });

describe('an answer by mail', () => {
  test('is invited by a signed address, in which no id or address can be read', async () => {
    const { id, to, address } = await asked();
    await minuteEnds(ws.id, id);
    const [mail] = await mailsTo(address, 1);
    expect(mail?.headers.find(({ name }) => name === 'reply-to')?.value).toBe(to);
    expect(to).toMatch(/^[0-9a-z]{64}@reply\.sidenote\.example$/);
    expect(to).not.toContain(id.toLowerCase());
    expect(to).not.toContain(address.split('@')[0]);
    expect(mail?.text).toContain(
      'You can also reply to this email, from this address. Only text arrives, no attachments.',
    );
  });

  test('unblocks the note, moves it, and keeps only what its writer added', async () => {
    const { id, to, address } = await asked();
    const before = await read(ws, id);
    await advance(1000);
    const text = [
      'In Firefox, on my phone.',
      '',
      'On Tue, Nov 24, 2026 at 2:00 PM Harbour Coffee via Sidenote',
      '<notes@sidenote.example> wrote:',
      '> We need an answer from you',
    ].join('\r\n');
    await receiveMail({ from: `Ada <${address.toUpperCase()}>`, to: to.toUpperCase(), text });
    const after = await read(ws, id);
    expect(after).toMatchObject({ status: 'pending', waiting_for: 'agent' });
    expect(after.replies).toEqual([
      expect.objectContaining({ author: 'stakeholder', body: 'In Firefox, on my phone.' }),
    ]);
    expect(after.replies[0].mail_id).toBeUndefined();
    expect(Number(after.updated_at)).toBeGreaterThan(Number(before.updated_at));
  });

  test('counts once if its report comes 20 times at once and again the next week', async () => {
    const { id, to, address } = await asked();
    const headers = { 'message-id': `<${newId()}@example.com>` };
    const event = await deliver({ from: address, to, text: 'In Firefox.', headers });
    await Promise.all(Array.from({ length: 20 }, () => receive(event)));
    await advance(7 * DAY);
    await receiveMail({ from: address, to, text: 'In Firefox.', headers });
    expect(await words(id)).toEqual(['In Firefox.']);
  });

  test('may have markup and a size that are ignored, and says how many files it had', async () => {
    const { id, to, address } = await asked();
    const parts = (type: string, content: string) => [`--b`, `Content-Type: ${type}`, '', content].join('\r\n');
    const raw = [
      `From: ${address}`,
      `To: ${to}`,
      'Message-ID: <large@example.com>',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      parts('text/html; charset=utf-8', '<p>Only in <b>Firefox</b> – <script>alert(1)</script>honest.</p>'),
      parts('application/zip', 'x'.repeat(3_000_000)),
      '--b--',
    ].join('\r\n');
    await receiveMail({ from: address, to, raw });
    const [body] = await words(id);
    expect(body).toMatch(/^Only in Firefox – \s*honest\.\n\n\[Attached files: 1\./);
  });

  test('may be a picture alone, which counts as an answer; logos and signatures don’t', async () => {
    const picture = (headers: string) =>
      [
        '--b',
        'Content-Type: image/png',
        'Content-Transfer-Encoding: base64',
        headers,
        '',
        'iVBORw0KGgo=',
        '--b--',
      ].join('\r\n');
    const mail = async (kind: string, parts: string) => {
      const { id, to, address } = await asked();
      const heads = [`From: ${address}`, `To: ${to}`, `Content-Type: multipart/${kind}; boundary=b`, ''].join('\r\n');
      const text = ['--b', 'Content-Type: text/plain', '', '> Which browser?', ''].join('\r\n');
      await receiveMail({ from: address, to, raw: [heads, text, parts].join('\r\n') });
      return id;
    };
    const answered = await mail('mixed', picture('Content-Disposition: inline; filename=IMG_1.png'));
    expect(await read(ws, answered)).toMatchObject({ status: 'pending', waiting_for: 'agent' });
    expect(await words(answered)).toEqual([expect.stringMatching(/^\[Attached files: 1\. They were left out/)]);
    await expectUntouched(await mail('related', picture('Content-ID: <logo>')));
    const signature = ['--b', 'Content-Type: application/pkcs7-signature; name=smime.p7s', '', 'x', '--b--'];
    await expectUntouched(await mail('signed', signature.join('\r\n')));
  });

  test('may have a blank text next to its markup', async () => {
    const { id, to, address } = await asked();
    const part = (type: string, content: string) => ['--b', `Content-Type: ${type}`, '', content];
    const raw = [
      ...[`From: ${address}`, `To: ${to}`, 'Content-Type: multipart/alternative; boundary=b', ''],
      ...part('text/plain', ' '),
      ...part('text/html', '<p>In Firefox.</p>'),
      '--b--',
    ].join('\r\n');
    await receiveMail({ from: address, to, raw });
    expect(await words(id)).toEqual(['In Firefox.']);
  });

  test('is cut at 10,000 characters, and loses our credentials', async () => {
    const { id, to, address } = await asked();
    const { credential } = await ws.token();
    await receiveMail({ from: address, to, text: `My key is ${credential}. ${'long '.repeat(4000)}` });
    const [body] = await words(id);
    expect(body).toContain('(credential-removed)');
    expect(body).not.toContain(credential);
    expect(body.length).toBeLessThanOrEqual(10_000);
  });

  test('is valid for 90 days after the fix of a duplicate’s original, too', async () => {
    const address = someone();
    const [original, { id }] = [await ws.note(site, { email: someone() }), await ws.note(site, { email: address })];
    await patch(ws, id, { duplicate_of: original.id });
    await minuteEnds(ws.id, id);
    await table().transact([{ update: keys.annotation(ws.id, id), set: { news_at: now() - 91 * DAY } }]);
    const { updated_at } = await read(ws, id);
    await patch(ws, original.id, { status: 'resolved' });
    await table().removeMany([keys.verification(ws.id, original.id)]);
    await minuteEnds(ws.id, original.id);
    expect((await read(ws, id)).updated_at).toBe(updated_at);
    const to = String(replyAddress({ ws: ws.id, annotation: id }, addressHash(address)));
    await receiveMail({ from: address, to, text: 'Thank you.' });
    expect(await words(id)).toEqual(['Thank you.']);
  });

  test('may have the Feedback-ID that Fastmail adds to mail that people write', async () => {
    const { id, to, address } = await asked();
    await receiveMail({ from: address, to, text: 'In Firefox.', headers: { 'Feedback-ID': 'i197146af:Fastmail' } });
    expect(await words(id)).toEqual(['In Firefox.']);
  });

  test('is valid if its domain has no policy but its own server sent it', async () => {
    const { id, to, address } = await asked();
    await receiveMail({ from: address, to, text: 'In Firefox.', dmarc: 'GRAY' });
    expect(await words(id)).toEqual(['In Firefox.']);
  });
});

const ATTRIBUTION = 'On Tuesday, November 24, 2026 at 02:00:00 PM, Shop <notes@sidenote.example> wrote:';
const OUR_MAIL = `We need an answer from you\n\nWhich browser?\n\nAnswer: ${process.env.BASE_URL}/api/threads/abc`;

describe('the words of an answer are', () => {
  test.each([
    [
      'those below the quotation',
      'Am 23.11.26 um 10:00 schrieb Shop:\n> Ist es behoben?\n\nNein, noch kaputt.',
      'Nein, noch kaputt.',
    ],
    [
      'those within the quotation',
      'On 11/23/26 10:00, Shop wrote:\n> Which browser?\nFirefox\n> Which page?\nCart',
      'Firefox\nCart',
    ],
    [
      'the line right above an attribution',
      'Thanks!\nOn Mon, Nov 23, 2026 at 10:00 AM Shop <notes@sidenote.example> wrote:\n> Is it fixed?',
      'Thanks!',
    ],
    [
      'the line right above one without a date',
      'No.\nHarbour Coffee <notes@sidenote.example> wrote:\n> Is it fixed?',
      'No.',
    ],
    [
      'sentences that end like an attribution',
      'Am Warenkorb ist es weg.\nDer Support schrieb mir dazu Folgendes:\nBitte Cache leeren.',
      'Am Warenkorb ist es weg.\nDer Support schrieb mir dazu Folgendes:\nBitte Cache leeren.',
    ],
    [
      'sentences with a date that end like one',
      'Hallo,\nam 3. Mai schrieb der Support:\nBitte Cache leeren.',
      'Hallo,\nam 3. Mai schrieb der Support:\nBitte Cache leeren.',
    ],
    ['those above an unmarked quotation', `Nein.\n\nAm 23.11.26 um 10:00 schrieb Shop:\n${OUR_MAIL}`, 'Nein.'],
    [
      'sentences with a date and a time that end like an attribution',
      'Nein.\nAm 23.11. um 10:00 schrieb der Support:\nBitte Cache leeren.',
      'Nein.\nAm 23.11. um 10:00 schrieb der Support:\nBitte Cache leeren.',
    ],
    [
      'those below an attribution, if there are no others',
      'On Mon, Nov 23, 2026 at 10:00 AM Shop <notes@sidenote.example> wrote:\nNo, it isn’t.',
      'No, it isn’t.',
    ],
    ['those above an attribution in Spanish', 'No.\n\nEl 23/11/26 a las 10:00, Shop escribió:\n> Hola', 'No.'],
    [
      'those above headers that begin with the date',
      'Nein.\nGesendet: Montag, 23. November 2026 um 10:00 Uhr\nVon: "Shop" <notes@sidenote.example>\nBetreff: Ihre Notiz\nIst es behoben?',
      'Nein.',
    ],
    [
      'lines that look like headers without an address',
      'Von: Berlin\nNach: Hamburg\nDatum: 3. Mai',
      'Von: Berlin\nNach: Hamburg\nDatum: 3. Mai',
    ],
    [
      'the values of a form with a date, a name and an address',
      'Die Angaben:\n\nDatum: 24.11.2026\nVon: Max Muster\nE-Mail: max@x.de\nDer Fehler kommt beim Absenden.',
      'Die Angaben:\n\nDatum: 24.11.2026\nVon: Max Muster\nE-Mail: max@x.de\nDer Fehler kommt beim Absenden.',
    ],
    [
      'those above the headers of Outlook',
      'No.\n\nFrom: Shop\n\nSent: Monday, November 23, 2026 10:00 AM\n\nTo: max@x.de\n\nSubject: Your note\n\nIs it fixed?',
      'No.',
    ],
    [
      'those above the headers of T-Online',
      'Nein.\n\n-----Original-Nachricht-----\nBetreff: Ihre Notiz\nDatum: 2026-11-23\nVon: "Shop" <notes@sidenote.example>\n\nBehoben?',
      'Nein.',
    ],
    ['none next to our own mail if its lines are unmarked', `${ATTRIBUTION}\n\n${OUR_MAIL}\n\nIn Firefox.`, ''],
    [
      'those between an attribution and our own mail if its lines are marked',
      `${ATTRIBUTION}\n\nIn Firefox.\n\n${OUR_MAIL.replace(/^/gm, '> ')}`,
      'In Firefox.',
    ],
    ['those above a signature', 'No.\n-- \nMax Muster\nMuster GmbH', 'No.'],
    ['those above a signature without its space', 'No.\n--\nMax Muster\nMuster GmbH\n\n+49 30 1234', 'No.'],
    [
      'a part of our mail next to what its writer says about it',
      '> Which browser?\nFirefox',
      '> Which browser?\nFirefox',
    ],
    ['none above an attribution alone', 'On Mon, Nov 23, 2026 at 10:00 AM Shop <notes@sidenote.example> wrote:', ''],
  ])('%s', (_, text, own) => {
    expect(ownWords(text)).toBe(own);
  });
});

describe('the words of an answer are those above the attribution of', () => {
  test.each([
    ['Gmail in Portuguese', 'Em seg., 23 de nov. de 2026 às 10:00, Shop <notes@sidenote.example> escreveu:'],
    ['Gmail in Danish', 'Den man. 23. nov. 2026 kl. 10.00 skrev Shop <notes@sidenote.example>:'],
    ['Gmail in Finnish', 'ma 23. marrask. 2026 klo 10.00 Shop (notes@sidenote.example) kirjoitti:'],
    ['Gmail in Polish', 'pon., 23 lis 2026 o 10:00 Shop <notes@sidenote.example> napisał(a):'],
    ['Gmail in Czech', 'po 23. 11. 2026 v 10:00 odesílatel Shop <notes@sidenote.example> napsal:'],
    ['Gmail in Turkish', 'Shop <notes@sidenote.example>, 23 Kas 2026 Pzt, 10:00 tarihinde şunu yazdı:'],
    ['Gmail in Russian', 'пн, 23 нояб. 2026 г. в 10:00, Shop <notes@sidenote.example>:'],
    ['Gmail in Japanese', '2026年11月23日(月) 10:00 Shop <notes@sidenote.example>:'],
    ['Gmail in Chinese', 'Shop <notes@sidenote.example> 于2026年11月23日周一 10:00写道：'],
    [
      'Gmail in Hebrew',
      '\u202bבתאריך יום ב׳, 23 בנוב׳ 2026 ב-10:00 מאת \u202aShop\u202c\u200f <\u202anotes@sidenote.example\u202c\u200f>:\u202c',
    ],
    [
      'Outlook in Hungarian',
      'Feladó: Shop <notes@sidenote.example>\nElküldve: 2026. november 23., hétfő 10:00\nCímzett: x\nTárgy: Jegyzet',
    ],
    ['Gmail in Korean', '2026년 11월 23일 (월) 오전 10:00, Shop <notes@sidenote.example>님이 작성:'],
    [
      'Apple Mail in Polish',
      'Wiadomość napisana przez Shop <notes@sidenote.example> w dniu 23 lis 2026, o godz. 10:00:',
    ],
    ['Thunderbird in Polish', 'W dniu 23.11.2026 o 10:00, Shop pisze:'],
    ['Thunderbird in Portuguese', 'Em 23/11/2026 10:00, Shop escreveu:'],
    [
      'Outlook in Spanish',
      'De: Shop <notes@sidenote.example>\nEnviado el: lunes, 23 de noviembre de 2026 10:00\nPara: x\nAsunto: Su nota',
    ],
    [
      'Outlook in Portuguese',
      'De: Shop <notes@sidenote.example>\nEnviada em: segunda-feira\nPara: x\nAssunto: A sua nota',
    ],
    [
      'Outlook in Swedish',
      'Från: Shop <notes@sidenote.example>\nSkickat: den 23 november 2026 10:00\nTill: x\nÄmne: Din notis',
    ],
    ['Outlook in Danish', 'Fra: Shop <notes@sidenote.example>\nSendt: 23. november 2026 10:00\nTil: x\nEmne: Din note'],
    ['Outlook in Polish', 'Od: Shop <notes@sidenote.example>\nWysłano: poniedziałek\nDo: x\nTemat: Notatka'],
    [
      'Outlook in Japanese',
      '差出人: Shop <notes@sidenote.example>\n送信日時: 2026年11月23日 10:00\n宛先: x\n件名: メモ',
    ],
    [
      'Outlook in Chinese',
      '发件人： Shop <notes@sidenote.example>\n发送时间： 2026年11月23日 10:00\n收件人： x\n主题： 笔记',
    ],
  ])('%s', (_, attribution) => {
    expect(ownWords(`No.\n\n${attribution}\n${OUR_MAIL}`)).toBe('No.');
    expect(ownWords(`No.\n\n${attribution}\n${OUR_MAIL.replace(/^/gm, '> ')}`)).toBe('No.');
  });
});

describe('the words of an answer lose nothing if they', () => {
  const QUOTATION = `\n\n${ATTRIBUTION}\n${OUR_MAIL.replace(/^/gm, '> ')}`;
  const OUTLOOK = `\n\n________________________________\nVon: Shop <notes@sidenote.example>\nGesendet: Montag\nAn: Max\nBetreff: Ihre Notiz\n\n${OUR_MAIL}`;

  test.each([
    [
      'name an account and a time before a colon',
      'Hi,\n\nI logged in as our test user (jane@example.com) at 10:30 and got this:\n\nError 500\nIt also happens in Firefox.',
    ],
    [
      'name an account and a version before a colon',
      'Danke!\nIch habe es mit meinem Konto (max@example.com) versucht. Version 2.10\nzeigt jetzt Folgendes:\n- Preis fehlt',
    ],
    [
      'name an address as Outlook links it',
      'Hallo,\nmein Konto ist max@firma.de<mailto:max@firma.de>, der Fehler kommt seit 30.11.\nSchritte:\n1. Warenkorb',
    ],
    ['begin as programs sign', 'Von meinem Handy aus wird das Formular immer noch nicht gesendet.'],
    ['begin as programs sign, in French', 'Envoyé de mon téléphone, le formulaire reste vide.'],
    ['begin as programs sign, in Italian', 'Inviato da telefono il modulo non arriva.'],
    ['are parted by a line of underscores', 'In Firefox.\n\n____________________\nAuch in Safari.'],
    ['name us in a form', 'E-Mail: an notes@sidenote.example\nBrowser: Firefox\nFehler: keiner'],
    ['end as programs sign', 'It is broken.\nSent from my work account the form fails.'],
    [
      'name one of our links',
      `I clicked ${process.env.BASE_URL}/api/threads/abc\nbut the page says 404.\nThe cart is empty.`,
    ],
    ['begin lines with the mark of a quotation', 'I ran this:\n> npm start\n> npm test\nBoth fail.'],
    ['are parted by a line of two hyphens', `First.\n--\n${'Another line.\n'.repeat(9)}Last.`],
    ['list one of our links', `This one fails: ${process.env.BASE_URL}/api/threads/abc\nThe cart is empty.`],
  ])('%s', (_, own) => {
    expect(ownWords(own + QUOTATION)).toBe(own);
    expect(ownWords(own + OUTLOOK)).toBe(own);
  });
});

test('the words of an answer don’t include the line that a mail app adds', () => {
  for (const added of [
    'Envoyé de mon iPhone',
    'Enviado do meu iPhone',
    'iPhoneから送信',
    '发自我的iPhone',
    'Wysłane z iPhone’a',
    'Sent from my iPhone',
    'Sent from Mail for Windows',
    'Sent from Mail<https://go.microsoft.com/fwlink/?LinkId=550986> for Windows 10',
    'Sent from Yahoo Mail for iPhone',
    'Sent from Outlook for Android',
    'Sent from my Android device with K-9 Mail. Please excuse my brevity.',
    'Von meinem/meiner Galaxy gesendet',
    'Outlook für Android<https://aka.ms/AAb9ysg> herunterladen',
    'Diese Nachricht wurde von meinem Android Gerät mit WEB.DE Mail gesendet.',
  ]) {
    expect(ownWords(`No.\n\n${added}`)).toBe('No.');
    expect(ownWords(added)).toBe('');
  }
});

describe('the words of an answer without plain text are', () => {
  test.each([
    [
      'those above a quotation of GMX and Web.de',
      '<html><body><div style="font-size: 12px"><div>Sch&ouml;n, aber &bdquo;Gr&uuml;&szlig;e&ldquo; fehlt &#x2013; 5&euro;.</div><div>&nbsp;<div data-x="" name="quote" style="margin:10px"><div><b>Gesendet:</b>&nbsp;Montag<br/><b>Von:</b>&nbsp;&quot;Shop&quot; &lt;a@b.example&gt;</div>Ist es behoben?</div></div></div></body></html>',
      'Schön, aber „Grüße“ fehlt – 5€.',
    ],
    [
      'those above and below a blockquote',
      'No.<div class="moz-cite-prefix">On 11/23/26 10:00, Shop wrote:</div><blockquote type="cite">Is it <blockquote>so</blockquote> fixed?</blockquote><p>It’s worse.</p>',
      'No.\n\nIt’s worse.',
    ],
    ['those above a quotation of Yahoo', '<div>No.</div><div class="ydp1yahoo_quoted">Is it fixed?</div>', 'No.'],
    ['lines as they were', '<div>One</div><div>Two<br></div><div><br></div><div>Three</div>', 'One\nTwo\n\nThree'],
  ])('%s', (_, html, own) => {
    expect(ownWords(textOfHtml(html))).toBe(own);
  });
});

test('the words of an answer with a line of 512 KB are found in linear time', () => {
  const line = (part: string) => part.repeat((512 * 1024) / part.length);
  expect(textOfHtml(line('<script '))).toHaveLength(512 * 1024);
  expect(textOfHtml(`${line('<style>')}No.</style>`)).toBe('');
  const text = `No.\n<${line('a@')}\n> Is it fixed?`;
  expect(ownWords(text)).toHaveLength(text.length);
});

describe('mails that change nothing', () => {
  test.each([
    ['an out-of-office notice', { 'Auto-Submitted': 'auto-replied' }],
    ['an Exchange notice', { 'X-Auto-Response-Suppress': 'All' }],
    ['a list', { Precedence: 'bulk' }],
    ['an old vacation program', { Precedence: 'auto_reply' }],
    ['a mailing list', { 'List-Id': '<all.example.com>' }],
    ['a delivery report', { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' }],
    ['our own mail that comes back', { 'X-Sidenote-Request-Id': 'abc' }],
    [
      'a notice whose sign comes after 10 KB of headers',
      { 'X-Long': 'x '.repeat(6000), 'Auto-Submitted': 'auto-replied' },
    ],
  ])('%s changes nothing and gets no mail', async (_, headers) => {
    const { id, to, address } = await asked();
    await receiveMail({ from: address, to, text: 'I am away.', headers: headers as Record<string, string> });
    await expectUntouched(id);
    expect(await inbox(address)).toEqual([]);
  });

  test('a bounce changes nothing', async () => {
    const { id, to, address } = await asked();
    await receiveMail({ from: address, to, text: 'Undelivered', return_path: '' });
    await receiveMail({ from: 'MAILER-DAEMON@example.com', to, text: 'Undelivered' });
    await expectUntouched(id);
  });

  test.each([
    ['fails its domain’s policy', { dmarc: 'FAIL' }],
    ['has no policy and failed SPF', { dmarc: 'GRAY', spf: 'FAIL' }],
    ['has no policy and was sent for another domain', { dmarc: 'GRAY', return_path: 'x@evil.test' }],
    ['could not be checked', { dmarc: 'PROCESSING_FAILED' }],
    ['is spam', { spam: 'FAIL' }],
    ['holds a virus', { virus: 'FAIL' }],
    ['quotes only', { text: '> We need an answer' }],
  ] as const)('a mail that %s changes nothing', async (_, given) => {
    const { id, to, address } = await asked();
    await receiveMail({ from: address, to, text: 'In Firefox.', ...given });
    await expectUntouched(id);
  });

  test('a mail by someone else, to a forged address or to that of another note changes nothing', async () => {
    const [one, other] = [await asked(), await asked()];
    const { id, to, address } = one;
    const forged = `${to[0] === '0' ? '1' : '0'}${to.slice(1)}`;
    const flipped = to.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'));
    await receiveMail({ from: someone(), to, text: 'Not mine.' });
    await receiveMail({ from: `${address}, ${someone()}`, to, text: 'Two senders.' });
    for (const wrong of [
      forged,
      flipped,
      other.to,
      to.replace('reply.', 'elsewhere.'),
      'hello@reply.sidenote.example',
    ]) {
      await receiveMail({ from: address, to: wrong, text: 'In Firefox.' });
    }
    await expectUntouched(id);
    await expectUntouched(other.id);
  });

  test('a mail more than 90 days after the last news changes nothing', async () => {
    const { id, to, address } = await asked();
    await advance(91 * DAY);
    await receiveMail({ from: address, to, text: 'Late.' });
    await expectUntouched(id);
  });

  test('a mail to a deleted note, or to none, changes nothing', async () => {
    const { id, to, address } = await asked();
    await call('DELETE', `/api/widget/annotations/${id}`, { as: ws.owner });
    await receiveMail({ from: address, to, text: 'Hello?' });
    const none = { ws: ws.id, annotation: newId() };
    await receiveMail({ from: address, to: String(replyAddress(none, addressHash(address))), text: 'Hello?' });
    for (const annotation of [id, none.annotation]) {
      const rows = await table().queryAll({ partition: annotationPartition(ws.id, annotation), consistent: true });
      expect(JSON.stringify(rows)).not.toContain('Hello?');
    }
    expect(await inbox(address)).toEqual([]);
  });
});

test('of a flood of mails, 50 answers a day are kept', async () => {
  const { id, to, address } = await asked();
  for (let sent = 0; sent < 55; sent += 1) await receiveMail({ from: address, to, text: `Answer ${sent}` });
  expect(await words(id)).toHaveLength(50);
  await reply(ws, id, 'We got it, thanks.');
  expect(await words(id)).toHaveLength(51);
});
