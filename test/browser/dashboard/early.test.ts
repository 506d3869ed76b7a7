import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { newTeam, newWorkspace, signIn } from '../../driver.ts';
import { type Dashboard, withBrowser } from './stand.ts';

const { visit } = withBrowser();

/** Opens a page as that person, whose session a tab keeps, and notes what is requested. */
const openAs = async ({ page, open }: Dashboard, credential: string, path: string) => {
  const session = JSON.stringify({ id_token: credential, expires_at: Date.now() + 3_600_000 });
  await page.addInitScript((kept) => sessionStorage.setItem('sidenote.session', kept), session);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return { asked, opened: open(path) };
};

/** Lets no such request through until it is released. */
const hold = async (page: Page, pattern: string) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

test(
  'a page’s data is requested once, while the first load is still under way',
  () =>
    visit(async (dashboard) => {
      const { page } = dashboard;
      const { credential } = await signIn();
      const load = await hold(page, '**/assets/base-*.js');
      const early = Promise.all(
        [/\/api\/widget\/sites\?/, /\/assets\/sites-[\w-]+\.js$/].map((what) => page.waitForResponse(what)),
      );
      const { asked, opened } = await openAs(dashboard, credential, '/sites');
      await early;
      expect(await page.locator('#root').innerHTML()).toBe('');

      load();
      await opened;
      await page.getByText('Add your first site').waitFor();
      for (const path of ['/api/workspaces', '/api/widget/sites'])
        expect(asked.filter((one) => one === path)).toEqual([path]);
    }),
  60_000,
);

const ofList = ({ id }: { id: string }) => [
  '/api/workspaces',
  '/api/widget/sites',
  `/api/widget/sites/${id}/annotations`,
  `/api/widget/sites/${id}/annotations/counts`,
];

test.each([
  ['the own workspace', undefined],
  ['the workspace that was open last', 'team'],
  ['a workspace that is not theirs any more', 'lost'],
])(
  'the list is requested while the workspaces are on their way, and once, in %s',
  (_, last) =>
    visit(async (dashboard) => {
      const { page } = dashboard;
      const own = await newWorkspace();
      const [team, lost] = [await newTeam(own.owner), await newTeam()];
      const [own_site, team_site] = [await own.site(), await team.site()];
      for (const [ws, site, body] of [
        [own, own_site, 'At home'],
        [team, team_site, 'At work'],
      ] as const)
        await ws.note(site, { body });
      const stored = last && { team, lost }[last]?.id;
      if (stored) await page.addInitScript((id) => localStorage.setItem('sidenote.workspace', id), stored);
      const list = await hold(page, '**/api/workspaces');
      const [site, other] = last === 'team' ? [team_site, own_site] : [own_site, team_site];
      const early = page.waitForResponse(last === 'lost' ? /\/api\/widget\/sites\?/ : /\/annotations\/counts$/);
      const { asked, opened } = await openAs(dashboard, own.owner.credential, '/inbox');
      await early;

      list();
      await opened;
      await page
        .getByText(last === 'team' ? 'At work' : 'At home')
        .first()
        .waitFor();
      // The sites of the lost one were requested, too, and refused.
      const times = (path: string) => (last === 'lost' && path === '/api/widget/sites' ? 2 : 1);
      for (const path of ofList(site))
        expect(asked.filter((one) => one === path)).toEqual(Array.from({ length: times(path) }, () => path));
      expect(asked.filter((path) => path.includes(other.id))).toEqual([]);
      expect(dashboard.complaints.splice(0)).toEqual(last === 'lost' ? [expect.stringContaining('404')] : []);
    }),
  60_000,
);
