import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { matchPage } from '../../web/dashboard/app/match-page.ts';
import { PAGES } from '../../web/dashboard/app/pages.ts';
import { PUBLIC_PAGES } from '../../web/dashboard/public/pages.ts';
import { fetchEarly, fetchOnce } from '../../web/dashboard/session/early-answers.ts';

describe('the page at an address', () => {
  const filled = (path: string) => path.replaceAll(/\$\w+/g, '01ARZ3NDEKTSV4RRFFQ69G5FAV');
  const all = [
    ...Object.values(PAGES).map((page) => [`/dashboard${filled(page.path)}`, page] as const),
    ...Object.values(PUBLIC_PAGES).map((page) => [filled(page.path), page] as const),
  ];

  test.each(all)('the address %s leads to its page', (address, page) => {
    expect(matchPage(address)?.page).toBe(page);
  });

  test('ignores a trailing slash and opens the inbox at the dashboard’s root', () => {
    expect(matchPage('/dashboard/sites/new/')?.page).toBe(PAGES.newSite);
    for (const address of ['/dashboard', '/dashboard/']) expect(matchPage(address)?.page).toBe(PAGES.inbox);
  });

  test('returns the path parameters', () => {
    expect(matchPage('/dashboard/sites/abc')?.at).toEqual({ siteId: 'abc' });
    expect(matchPage('/dashboard/sites/new')?.at).toEqual({});
    expect(matchPage('/showcase/a%2Db')?.at).toEqual({ slug: 'a-b' });
  });

  test.each(['/dashboard/nothing', '/dashboardish', '/dashboard/sites//', '/dashboard/sites/%', '/showcase/a/b', ''])(
    'the address %s leads to no page',
    (address) => {
      expect(matchPage(address)).toBeUndefined();
    },
  );
});

test('an early response goes to the first identical request by the same user', async () => {
  let asked = 0;
  const server = createServer((_request, answer) => {
    asked += 1;
    answer.end(String(asked));
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const as = (token: string) => ({ headers: { authorization: token } });
    const said = async (answer: Promise<Response>) => (await answer).text();
    expect(await said(fetchEarly(url, as('ada')))).toBe('1');
    expect(await said(fetchOnce(url, as('bob')))).toBe('2');
    expect(await said(fetchOnce(url, as('ada')))).toBe('1');
    expect(await said(fetchOnce(url, as('ada')))).toBe('3');
    // The page was quicker, and asks again.
    expect(await said(fetchOnce(url, as('eve')))).toBe('4');
    expect(await said(fetchEarly(url, as('eve')))).toBe('5');
    expect(await said(fetchOnce(url, as('eve')))).toBe('6');
  } finally {
    server.close();
  }
});
