import { describe, expect, test } from '@jest/globals';
import { said } from '../../../functions/codes/said.ts';
import { extractHtml } from '../../../functions/reviews/read/extract/html.ts';
import { sample } from '../../workers/asked-review.ts';

const url = 'https://shop.example/lamps/';
const read = (html: string) => extractHtml(html, { url });
const inBody = (body: string) => read(`<title>T</title><body>${body}`);

describe('the text of a page', () => {
  test('is what a reader reads, in order, in blocks', () => {
    const { text } = inBody(
      '<h1>Lamps</h1><p>They <b>glow</b>.<p>They   last.<ul><li>red<li>blue<ul><li>dark blue</ul></ul><ol start=3><li>c</ol>' +
        '<dl><dt>Watt<dd>Power</dl><blockquote>Good.</blockquote>a<br>b<pre>x\n  y</pre>',
    );
    expect(text).toBe(
      'Lamps\n\nThey glow.\n\nThey last.\n\n- red\n- blue\n  - dark blue\n\n3. c\n\nWatt\n\nPower\n\nGood.\n\na\nb\n\nx\n  y',
    );
  });

  test('holds no script, style, template, comment, nor what is hidden', () => {
    const { text } = inBody(
      '<script>steal()</script><style>p{}</style><template><p>later</template><!-- <p>no --><noscript>Turn it on</noscript>' +
        '<p hidden>h</p><p style="color:red; display : none">d</p><div style="visibility:hidden">v</div><dialog>closed</dialog>' +
        '<iframe>f</iframe><p>seen</p><svg><text>drawn</text><script>x</script></svg>',
    );
    expect(text).toBe('seen\n\ndrawn');
  });

  test('shows tables in rows, with what stands in their cells', () => {
    const { text, elements } = inBody(
      '<table><caption>Prices</caption><tr><th>Lamp<th>€<tr><td><p>red</p><td><a href=/buy>7</a><tr><td>blue<td></table><p>End',
    );
    expect(text).toBe('Prices\n\nLamp | €\nred | 7\nblue |\n\nEnd');
    expect(elements.map(({ id, label }) => `${id} ${label}`)).toEqual(['table-1 Prices', 'link-1 7']);
  });

  test('leaves out the readings above ideographs', () => {
    const { text, elements } = inBody(
      '<h2><ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>の店</h2><p>お<ruby>茶<rt>ちゃ</rt></ruby>です。',
    );
    expect([text, elements[0]?.label]).toEqual(['東京の店\n\nお茶です。', '東京の店']);
  });

  test('the text of a table that serves only layout is read like any other part', () => {
    expect(inBody('<table><tr><td><h2>Left</h2><p>a<td><ul><li>b</ul></table>').text).toBe('Left\n\na\n\n- b');
  });

  test('keeps words apart that stand in links side by side', () => {
    expect(inBody('<nav><a href=a>Home</a><a href=b>Prices</a></nav><p>See <a href=c>this</a>, or that.').text).toBe(
      'Home Prices\n\nSee this, or that.',
    );
  });
});

test.each([
  ['<br>', '<span class="token-line">npm <b>install</b><br></span><span class="token-line">npm start<br></span>'],
  ['blocks', '<code><div class="line">npm install</div><div class="line">npm start</div></code>'],
  ['blocks with <br>', '<div>npm install<br></div><div>npm start<br></div>'],
])('code whose lines are %s has lines', (_, code) => {
  const { text, elements } = inBody(`<pre>${code}</pre><pre>a<div><br></div>b</pre>`);
  expect(text).toBe('npm install\nnpm start\n\na\n\nb');
  expect(elements[0]).toMatchObject({ kind: 'code', label: 'npm install' });
});

test('code is known by its place in the text', () => {
  const codeIn = (body: string) => {
    const { text, code } = inBody(body);
    return code?.map(([from, to]) => text.slice(from, to));
  };
  expect(codeIn('<pre>  x\n  y</pre><p>Run <code> npm  start </code>, or <b><kbd>Esc</kbd></b>.<p>End')).toEqual([
    ...['  x\n  y', 'npm start', 'Esc'],
  ]);
  expect(codeIn('<ul><li>a<li>b <code>c<br>d</code></ul><table><tr><td>e<td><tt>f</tt><tr><td>g<td>h</table>')).toEqual(
    [...['c', 'd', 'f']],
  );
  expect(codeIn(`<article><h1>T</h1><p>${'long words of it '.repeat(60)}<code>x</code></article>`)).toEqual(['x']);
  expect(codeIn('<p>None')).toBeUndefined();
});

test('in XHTML a tag may end its own element', () => {
  const source =
    '<html><head><title/><script src="a.js"/><style/></head><body><h1>Lamps</h1><a id="top"/><p/>They glow.<textarea/> End</body></html>';
  const { text, elements } = extractHtml(source, { url, isXml: true });
  expect(text).toBe('Lamps\n\nThey glow. End');
  expect(elements.map(({ id }) => id)).toEqual(['h1-1', 'field-1']);
  expect(extractHtml('<h1>Lamps</h1><script src="a.js"/>gone', { url }).text).toBe('Lamps');
});

describe('elements of a page', () => {
  test('elements have short unique names, and labels as assistive technology reads them', () => {
    const { elements } = inBody(
      '<h1>Lamps</h1><h2>Red</h2><h2>Blue</h2><div role=heading aria-level=3>Small</div>' +
        '<img src=a.png alt="A red lamp"><img src=b.png><a href="../cart"><img alt="Cart"></a>' +
        '<a href="javascript:alert(1)">Run</a><a href="#top">Up</a><button aria-label="Close">×</button><input type=submit value="Buy now">' +
        '<label for=m>E-mail</label><input id=m><label>Name <input></label><input placeholder="Search"><input type=hidden name=t>' +
        '<select aria-label="Country"><option>A</select><textarea title="Message">old</textarea>',
    );
    expect(elements).toEqual([
      { id: 'h1-1', kind: 'heading', level: 1, label: 'Lamps' },
      { id: 'h2-1', kind: 'heading', level: 2, label: 'Red' },
      { id: 'h2-2', kind: 'heading', level: 2, label: 'Blue' },
      { id: 'h3-1', kind: 'heading', level: 3, label: 'Small' },
      { id: 'image-1', kind: 'image', label: 'A red lamp' },
      { id: 'image-2', kind: 'image', label: '' },
      { id: 'link-1', kind: 'link', label: 'Cart', href: 'https://shop.example/cart' },
      { id: 'image-3', kind: 'image', label: 'Cart' },
      { id: 'link-2', kind: 'link', label: 'Run', href: 'javascript:alert(1)' },
      { id: 'link-3', kind: 'link', label: 'Up', href: '#top' },
      { id: 'button-1', kind: 'button', label: 'Close' },
      { id: 'button-2', kind: 'button', label: 'Buy now' },
      { id: 'field-1', kind: 'field', label: 'E-mail' },
      { id: 'field-2', kind: 'field', label: 'Name' },
      { id: 'field-3', kind: 'field', label: 'Search' },
      { id: 'field-4', kind: 'field', label: 'Country' },
      { id: 'field-5', kind: 'field', label: 'Message' },
    ]);
  });

  test.each([
    ['<span id=l>Name</span><input aria-labelledby=l placeholder=Ada>', 'Name'],
    ['<span id=h hidden>Close</span><button aria-labelledby=h><svg></svg></button>', 'Close'],
    ['<p id=h>Contact</p><a href=/x aria-labelledby=h><svg></svg></a>', 'Contact'],
    ['<a href=/w><svg aria-label="Insta"> <path/></svg></a>', 'Insta'],
    ['<a href=/w><svg role=img aria-labelledby=t><title id=t>Insta</title></svg></a>', 'Insta'],
    ['<b id=n>about tea</b><a id=m href=/x aria-labelledby="m n">Read more</a>', 'Read more about tea'],
    ['<a href=/x aria-labelledby="gone">Tea</a>', 'Tea'],
    ['<b id="">Tea</b><a href=/x aria-labelledby=""><svg></svg></a>', ''],
    ['<a href=/x><svg><path/></svg></a>', ''],
    ['<button><b aria-label="12 unread">12</b> Inbox</button>', '12 Inbox'],
  ])('the name of a control is resolved in %s', (html, label) => {
    const { elements } = inBody(html);
    expect(elements.find(({ kind }) => /^(?:link|button|field)$/.test(kind))?.label).toBe(label);
  });

  test('a name is found outside the article', () => {
    const article = `<article><h1>Tea</h1>${'<p>Tea is a drink that many people like, and it is made of leaves.</p>'.repeat(20)}
      <p>See <a href=/a aria-labelledby=n>more</a></p></article>`;
    const { elements, notes } = inBody(`${article}<nav id=n>More about tea</nav>`);
    expect(notes).toEqual([said('article_read')]);
    expect(elements.at(-1)).toMatchObject({ kind: 'link', label: 'More about tea' });
  });

  test('at most 400 elements are kept: links go before headings, images and buttons do', () => {
    const { elements } = inBody(`${'<a href=x>y</a> '.repeat(600)}<h2>Last</h2><img alt=z>`);
    expect(elements).toHaveLength(400);
    expect(elements.slice(-2).map(({ id }) => id)).toEqual(['h2-1', 'image-1']);
  });

  test('elements behind the cut are left out', () => {
    const { cut, elements, text } = inBody(`<h2>First</h2><p>${'word '.repeat(20_000)}</p><h2>Last</h2>`);
    expect(cut).toEqual({ kept: text.length, of: 100_012 });
    expect(elements.map(({ label }) => label)).toEqual(['First']);
  });
});

describe('the notes on a page', () => {
  test('a page gives its title, its language and the base of its links', () => {
    const page =
      '<html lang="de-AT"><head><title> Tee &amp; Kaffee </title><base href="/de/"></head><a href="tee">Tee</a>';
    expect(read(page)).toMatchObject({
      title: 'Tee & Kaffee',
      language: 'de-AT',
      url,
      elements: [{ href: 'https://shop.example/de/tee' }],
      notes: [],
    });
    expect(read('<svg><title>Logo</title></svg><h1>Tea</h1>')).toMatchObject({
      title: 'Tea',
      notes: [said('no_title')],
    });
  });

  test.each([
    ['draws itself with scripts', '<div id=root></div><script src=a.js></script>', 'drawn_by_scripts'],
    ['consists of frames', '<frameset><frame src=a><frame src=b></frameset>', 'frames_not_read'],
    ['is empty', '<div></div>', 'nothing_read'],
  ])('a page says so if it %s', (_, html, code) => {
    expect(read(html).notes[0]).toMatchObject({ code });
  });

  test('a page whose words have no spaces between them isn’t taken for one drawn by scripts', () => {
    const text = '我们每天清晨在杭州的小作坊里烘焙新鲜的咖啡豆，当天寄出让您品尝到最好的味道。'.repeat(4);
    expect(read(`<title>咖啡</title><p>${text}</p><script src=a.js></script>`).notes).toEqual([]);
  });
});

describe('an article', () => {
  test('is read without menus, side columns and foot, and keeps its ranks', async () => {
    const { text, notes, elements } = read((await sample('article.html')).toString());
    expect(text).toMatch(/^The bakery that stopped baking at night\n\nBy Ilse Marquardt/);
    expect(text).not.toContain('Imprint');
    expect(elements[0]).toEqual({
      id: 'h1-1',
      kind: 'heading',
      level: 1,
      label: 'The bakery that stopped baking at night',
    });
    expect(notes[0]).toEqual(said('article_read'));
  });

  test('is not what a page of sections is: none of those is lost', async () => {
    const { text, elements } = read((await sample('landing-good.html')).toString());
    for (const part of ['Know which boat is free', 'What it costs', 'Who are you?', '0421 555 01 37'])
      expect(text).toContain(part);
    expect(elements.filter(({ level }) => level === 1)).toHaveLength(1);
  });
});

test('broken markup is read as browsers read it', () => {
  expect(inBody('<p>1 < 2 & 3 </3 <b>bold<i>both</b>italic</p></div></td><a href="x>y">z').text).toBe(
    '1 < 2 & 3 /3 boldbothitalic\n\nz',
  );
  expect(inBody('<canvas>old</canvas><p>ok').text).toBe('ok');
  expect(inBody('<table><tr><td>a</div>b<td>c</table>d').text).toBe('ab | c\n\nd');
});
