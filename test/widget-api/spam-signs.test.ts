import { describe, expect, test } from '@jest/globals';
import { spamSigns } from '../../functions/widget/spam-signs.ts';
import { processorMs } from '../processor-time.ts';

const SITE = {
  url: 'https://shop.example.com/',
  allowed_origins: ['https://shop.example.com', 'http://localhost:3000'],
};
const signsOf = (body: string, name = '') => spamSigns({ body, name }, SITE);

describe('a note about the page', () => {
  test.each([
    ['a plain word', 'broken'],
    ['no link at all', 'The “Buy” button does nothing on my phone.'],
    ['a page of the site', 'https://shop.example.com/cart'],
    [
      'many pages of the site',
      'https://shop.example.com/a https://shop.example.com/b https://www.example.com/c http://localhost:3000/d',
    ],
    ['one address with a word', 'like https://stripe.com'],
    ['two addresses, compared', 'https://linear.app and https://stripe.com do it better'],
    [
      'three competitors, compared',
      'Compare with https://stripe.com/pricing, https://vercel.com/pricing and https://basecamp.com — they all show the price up front.',
    ],
    ['a mock-up alone', 'https://www.figma.com/file/9f8a7/Checkout?node-id=12%3A3'],
    ['a recording alone', 'https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184'],
    [
      'tickets alone',
      'https://github.com/acme/shop/issues/12 https://github.com/acme/shop/pull/15 https://acme.atlassian.net/browse/SHOP-3',
    ],
    ['a document about it', '[Brief](https://docs.google.com/document/d/1a2b3c/edit)'],
    [
      'a stack trace',
      `TypeError: Cannot read properties of undefined (reading 'total')
    at Summary (https://cdn.assets-host.net/app.4f2a.js:80:12)
    at renderWithHooks (https://unpkg.com/react-dom@19.0.0/index:1411:18)
    at https://cdn.assets-host.net/vendor.js:9:1
    at https://js.stripe.com/v3/:1:44210`,
    ],
    [
      'a stack trace of another browser',
      'total@https://cdn.assets-host.net/app.js:80:12\nloop@https://cdn.assets-host.net/app.js:9:1\nhttps://cdn.assets-host.net/app.js:1:1',
    ],
    [
      'requests that were blocked',
      'https://www.googletagmanager.com/gtm.js?id=GTM-1\nhttps://connect.facebook.net/en_US/fbevents.js\nhttps://static.hotjar.com/c/hotjar-1.js',
    ],
    [
      'a console that refuses connections',
      `Refused to connect to 'https://api.segment.io/v1/t' because it violates the Content Security Policy. Refused to load https://use.typekit.net/abc.css`,
    ],
    [
      'pictures that do not load',
      'https://images.ctfassets.net/1/a.webp https://images.ctfassets.net/1/b.webp https://images.ctfassets.net/1/c.png',
    ],
    [
      'HTML of the page, quoted',
      'The menu renders <a href="https://twitter.com/acme">Follow us</a> without a label, so screen readers skip it',
    ],
    ['HTML with a link of the site', '<a href="/cart">Cart</a> <a href="https://shop.example.com/faq">FAQ</a>'],
    [
      'addresses of a machine',
      'http://localhost:3000/x http://192.168.1.20:8080/y http://shop.test/z http://nas.local/',
    ],
    ['names of files', 'checkout.tsx, index.html and styles.css differ from main.js'],
    ['an address of mail', 'Please write to me at vera@strangers-shop.com, the form fails'],
    [
      'a legal notice',
      'The imprint has to name the platform, see https://ec.europa.eu/consumers/odr/ — it is missing here',
    ],
    ['BBCode without an address', 'The forum shows [url=/faq]FAQ[/url] as it is'],
    ['another script', '这个按钮点了没有反应，和 https://www.taobao.com 的不一样'],
    ['another script without a space', 'カートhttps://www.rakuten.co.jpと違う'],
    ['a rude one', 'THIS IS FREE TRASH!!! BUY BUY BUY CLICK HERE does NOTHING!!!'],
    ['money', 'It says $1,000,000 instead of $10 and a 100% discount at the casino page'],
    ['a phone number', 'Call me: +49 170 1234567, I can show it'],
    ['JSON', '{"next":"https://api.strangers.dev/v2/page/2","prev":null,"total":12,"items":[]}'],
    ['only signs', '???'],
  ])('a note with %s is not quarantined', (_, body) => {
    expect(signsOf(body)).toEqual([]);
  });

  test.each([
    'Vera',
    'vera@example.com',
    'Acme GmbH (acme.com)',
    'shop.example.com',
    'https://shop.example.com',
    '李雷',
    '',
  ])('a note by a writer who is called "%s" is not quarantined', (name) => {
    expect(signsOf('The price is wrong', name)).toEqual([]);
  });
});

describe('spam', () => {
  test.each([
    ['a link alone', 'http://best-casino.bet/?ref=77', ['only_links']],
    ['a link alone, shouted', 'HTTPS://BEST-CASINO.BET!!!', ['only_links']],
    ['a link without a scheme', 'www.best-casino.bet', ['only_links']],
    ['a domain that is encoded', 'http://xn--80ak6aa92e.xn--p1ai/', ['only_links']],
    ['a link under a name, in Markdown', '[Best casino of the year](http://best-casino.bet)', ['only_links']],
    ['a link under a name, in HTML', '<a href="http://best-casino.bet">Best casino of the year</a>', ['only_links']],
    ['two links and a word', 'casino http://best-casino.bet http://best-loans.biz', ['only_links']],
    [
      'BBCode among many words',
      'What a great site you have, I will surely come back and tell my friends about [url=http://pills.top]cheap pills[/url]',
      ['link_markup'],
    ],
    ['BBCode without a name', '[URL]http://pills.top[/URL]', ['link_markup', 'only_links']],
    ['another BBCode', 'nice [link=https://pills.top/x]pills[/link]', ['link_markup']],
    [
      'three links, few words',
      'cheap pills http://pills.top best casino http://best-casino.bet loans http://best-loans.biz',
      ['links'],
    ],
    [
      'links on lines',
      'Hot offers:\nhttp://a.pills.top/1\nhttp://b.pills.top/2\nhttp://c.pills.top/3\nhttp://d.pills.top/4',
      ['links', 'only_links'],
    ],
    [
      'links in HTML',
      'Hi <a href="http://pills.top">a b c d</a> <a href="http://pills.top/2">e f</a> <a href="http://pills.top/3">g</a>',
      ['links', 'only_links'],
    ],
    ['a link of the site beside theirs', 'https://shop.example.com/cart http://pills.top', ['only_links']],
    ['another script', '赌场 http://best-casino.bet http://pills.top http://best-loans.biz', ['links', 'only_links']],
  ])('a note with %s is quarantined', (_, body, signs) => {
    expect(signsOf(body)).toEqual(signs);
  });

  test.each(['http://pills.top', 'Cheap pills www.pills.top', 'HTTPS://PILLS.TOP/x'])(
    'a note by a writer who is called "%s" is quarantined',
    (name) => {
      expect(signsOf('Nice site, thank you for it', name)).toEqual(['link_in_name']);
    },
  );
});

test.each(['<a ', '[url=', 'http://', 'www.', '[x](', 'https://a.b/:1', '漢', '<a href="http://a.top">'])(
  'ten thousand characters of "%s" take no time',
  async (part) => {
    const long = part.repeat(Math.ceil(10_000 / part.length));
    expect(await processorMs(() => signsOf(long))).toBeLessThan(200);
  },
);
