import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { readablePath } from '../../web/dashboard/kit/address.ts';
import { leaveOut, positionInList, rememberList } from '../../web/dashboard/pages/inbox/note/list-position.ts';
import { Markdown } from '../../web/dashboard/pages/inbox/note/markdown.ts';
import { isAtWork } from '../../web/dashboard/pages/inbox/note-list.ts';
import { HOSTILE } from '../browser/hostile-text.ts';

const shown = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { text })).replace(/^<div class="marked-down">|<\/div>$/g, '');

describe('agents’ Markdown', () => {
  test('becomes elements and keeps single line breaks', () => {
    expect(shown('Now **bold**, `a < b`.\nNext line.\n\n1. one\n2. two\n\n```ts\nlet x = 1 < 2;\n```')).toBe(
      '<p>Now <strong>bold</strong>, <code>a &lt; b</code>.<br/>Next line.</p>' +
        '<ol start="1"><li><span>one</span></li><li><span>two</span></li></ol><pre><code>let x = 1 &lt; 2;</code></pre>',
    );
  });

  test('shows a link’s address if it is http or https, and turns pictures into links', () => {
    expect(shown('[here](https://x.example/a)')).toBe(
      '<p><a href="https://x.example/a" title="https://x.example/a" target="_blank" rel="noreferrer nofollow">here</a></p>',
    );
    expect(shown('[here](javascript:alert(1)) [there](data:text/html,x)')).toBe(
      '<p><span>here</span> <span>there</span></p>',
    );
    expect(shown('![plan](https://x.example/p.png)')).toContain('>plan</a>');
    expect(shown('![plan](https://x.example/p.png)')).not.toContain('<img');
  });

  test('shows HTML as text', () => {
    const html = shown(HOSTILE);
    expect(html).not.toMatch(/<(script|img|iframe|svg|form|meta|style|button)\b/i);
    expect(html).not.toContain('href="javascript');
    expect(html).toContain('&lt;script&gt;');
  });

  test('renders tables and task lists', () => {
    expect(shown('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>1</td><td>2</td>');
    expect(shown('- [x] done\n- [ ] open')).toMatch(/☑ .*done.*☐ .*open/);
  });
});

describe('isAtWork', () => {
  const held = { status: 'pending', acknowledged_by: 'mcp:1 (Cursor)', lease_expires_at: String(Date.now() + 60_000) };
  const cases = [
    [held, true],
    [{ ...held, status: 'resolved' }, false],
    [{ ...held, status: 'duplicate' }, false],
    [{ ...held, acknowledged_by: null }, false],
    [{ ...held, lease_expires_at: String(Date.now() - 1) }, false],
  ] as const;
  test.each(cases)('isAtWork of %j is %s', (note, is) => {
    expect(isAtWork(note as Parameters<typeof isAtWork>[0])).toBe(is);
  });
});

describe('the walk through a list', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  beforeEach(() => void Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true }));
  afterEach(() => void Reflect.deleteProperty(globalThis, 'sessionStorage'));

  test('leaves out a deleted note', () => {
    rememberList({ site: 'shop' }, [{ id: '3' }, { id: '2' }, { id: '1' }]);
    leaveOut('2');
    expect(positionInList('1')).toEqual({ search: { site: 'shop' }, at: 1, count: 2, previous: '3', next: undefined });
    expect(positionInList('2')).toBeUndefined();
  });
});

test('readablePath includes the host for a site’s root', () => {
  expect(readablePath('https://shop.example/')).toBe('shop.example/');
  expect(readablePath('https://shop.example/caf%C3%A9?a=1')).toBe('/café?a=1');
});
