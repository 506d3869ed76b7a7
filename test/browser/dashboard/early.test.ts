import { expect, test } from '@jest/globals';
import { newTeam, newWorkspace, signIn } from '../../driver.ts';
import { type Dashboard, hold, withBrowser } from './stand.ts';

const { visit } = withBrowser();

/** Opens a page with that person's session, and records the paths of its requests. */
const openAs = async ({ page, open }: Dashboard, credential: string, path: string) => {
  const session = JSON.stringify({ id_token: credential, expires_at: Date.now() + 3_600_000 });
  await page.addInitScript((kept) => sessionStorage.setItem('sidenote.session', kept), session);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return { asked, opened: open(path) };
};

test('a page’s data is requested once, while the first load is still under way', () =>
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
  }));

const ofList = ({ id }: { id: string }) => [
  '/api/workspaces',
  '/api/widget/sites',
  `/api/widget/sites/${id}/annotations`,
  `/api/widget/sites/${id}/annotations/counts`,
];

test('without a last workspace, the personal one’s data is requested before the list of workspaces arrives', () =>
  visit(async (dashboard) => {
    const { page } = dashboard;
    const own = await newWorkspace();
    const site = await own.site();
    await own.note(site, { body: 'At home' });
    const list = await hold(page, '**/api/workspaces');
    const early = page.waitForResponse(/\/annotations\/counts$/);
    const { asked, opened } = await openAs(dashboard, own.owner.credential, '/inbox');
    await early;

    list();
    await opened;
    await page.getByText('At home').first().waitFor();
    expect(asked.filter((path) => ofList(site).includes(path)).sort()).toEqual(ofList(site).sort());
  }));

test.each([
  ['is theirs', true],
  ['is no longer theirs', false],
])(
  'the last workspace’s data is requested before the list of workspaces arrives, and nothing is requested twice, if it %s',
  (_, isTheirs) =>
    visit(async (dashboard) => {
      const { page } = dashboard;
      const own = await newWorkspace();
      const team = await newTeam(isTheirs ? own.owner : undefined);
      const [own_site, team_site] = [await own.site(), await team.site()];
      await own.note(own_site, { body: 'At home' });
      await team.note(team_site, { body: 'At work' });
      await page.addInitScript((id) => localStorage.setItem('sidenote.workspace', id), team.id);
      const list = await hold(page, '**/api/workspaces');
      const early = page.waitForResponse(isTheirs ? /\/annotations\/counts$/ : /\/api\/widget\/sites\?/);
      const { asked, opened } = await openAs(dashboard, own.owner.credential, '/inbox');
      await early;

      list();
      await opened;
      const shown = page.getByText(isTheirs ? 'At work' : 'At home');
      await shown.first().waitFor();
      const [site, other] = isTheirs ? [team_site, own_site] : [own_site, team_site];
      const refused = isTheirs ? [] : ['/api/widget/sites'];
      expect(asked.filter((path) => ofList(site).includes(path)).sort()).toEqual([...ofList(site), ...refused].sort());
      expect(asked.filter((path) => path.includes(other.id))).toEqual([]);
      expect(dashboard.complaints.splice(0)).toEqual(refused.map(() => expect.stringContaining('404')));
    }),
);

test.each([
  ['is there', true],
  ['is gone', false],
])(
  'the last site’s notes are requested before the list of sites arrives, and nothing is requested twice, if it %s',
  (_, isThere) =>
    visit(async (dashboard) => {
      const { page } = dashboard;
      const ws = await newWorkspace();
      const site = await ws.site();
      const last = await (isThere ? ws : await newWorkspace()).site();
      await ws.note(site, { body: 'On the other' });
      await ws.note(last, { body: 'On the last' });
      await page.addInitScript((id) => localStorage.setItem('sidenote.site', id), last.id);
      const list = await hold(page, '**/api/widget/sites?**');
      const early = page.waitForResponse(new RegExp(`${last.id}/annotations/counts$`));
      const { asked, opened } = await openAs(dashboard, ws.owner.credential, '/inbox');
      await early;

      list();
      await opened;
      await page
        .getByText(isThere ? 'On the last' : 'On the other')
        .first()
        .waitFor();
      const refused = isThere ? [] : ofList(last).slice(2);
      const wanted = [...ofList(isThere ? last : site), ...refused].sort();
      expect(asked.filter((path) => wanted.includes(path)).sort()).toEqual(wanted);
      expect(dashboard.complaints.splice(0)).toEqual(refused.map(() => expect.stringContaining('404')));
    }),
);

test('on a first visit, the notes of all sites are shown, and nothing is requested twice', () =>
  visit(async (dashboard) => {
    const { page } = dashboard;
    const ws = await newWorkspace();
    const [one, other] = [await ws.site({ name: 'Shop' }), await ws.site({ name: 'Blog' })];
    await ws.note(one, { body: 'On the shop' });
    const { asked, opened } = await openAs(dashboard, ws.owner.credential, '/inbox');
    await opened;
    await page.getByText('On the shop').first().waitFor();
    expect(await page.getByLabel('Site', { exact: true }).inputValue()).toBe('all');
    const wanted = [...ofList(one), ...ofList(other).slice(2)].sort();
    expect(asked.filter((path) => wanted.includes(path)).sort()).toEqual(wanted);
  }));

test('a page whose policy doesn’t allow the early script, as for moments of a deploy, loads it as a file', () =>
  visit(async (dashboard) => {
    const { page, complaints } = dashboard;
    const { credential } = await signIn();
    await page.route('**/dashboard/sites', async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      const policy = headers['content-security-policy'] ?? '';
      const older = policy.replace(/(script-src 'self') 'sha256-[^']+'/, '$1');
      expect(older).not.toBe(policy);
      await route.fulfill({ response, headers: { ...headers, 'content-security-policy': older } });
    });
    const { asked, opened } = await openAs(dashboard, credential, '/sites');
    await opened;
    await page.getByText('Add your first site').waitFor();
    for (const path of ['/api/workspaces', '/api/widget/sites'])
      expect(asked.filter((one) => one === path)).toEqual([path]);
    expect(asked.filter((path) => /early-[\w-]+-whole\.js$/.test(path))).toHaveLength(1);
    for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/script-src/);
  }));
