import { clientOf } from '../../client/client-of.ts';
import { askAtOnce } from '../kit/ask-at-once.ts';
import { earlyOperations } from '../kit/early-operations.generated.ts';
import { chooseFrom, storedWorkspace } from '../session/choose-workspace.ts';
import { endEarly, fetchEarly } from '../session/early-answers.ts';
import { personalWorkspaceOf } from '../session/personal-workspace.ts';
import { readFreshSession } from '../session/session.ts';
import { fetchCatalog, preferredLocale } from '../words/catalogs.ts';
import { isOfDashboard, matchPage } from './match-page.ts';

// Requests what the router would a second later. Failures are repeated and reported there.

const serviceFor = (credential = '', workspaceId = '') =>
  clientOf(earlyOperations, { baseUrl: location.origin, fetch: fetchEarly, credential, workspaceId });

const askAsPerson = async (token: string, found: ReturnType<typeof matchPage>) => {
  const list = serviceFor(token).listWorkspaces();
  const likely =
    new URLSearchParams(location.search).get('workspace') ||
    storedWorkspace() ||
    (await personalWorkspaceOf(token).catch(() => ''));
  return askAtOnce(
    likely,
    list,
    (items) => chooseFrom(items, likely),
    (id) => found?.page.ask?.(serviceFor(token, id), found.at),
  );
};

/** Nothing renders without the first files, so the page's own code doesn't compete with them for the network. */
const firstFiles = () =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(0);
    // Loaded as a file, this script may run between the two.
    for (const event of ['DOMContentLoaded', 'load']) addEventListener(event, resolve);
  });

const begin = (): unknown[] => {
  const shell = fetchCatalog(preferredLocale(), 'shell');
  const isPublic = !isOfDashboard(location.pathname);
  const session = isPublic ? undefined : readFreshSession();
  if (!isPublic && !session) return [shell];
  const found = matchPage(location.pathname);
  const catalogs = found?.page.messages.map((name) => fetchCatalog(preferredLocale(), name)) ?? [];
  const answers = session ? askAsPerson(session.id_token, found) : found?.page.ask?.(serviceFor(), found.at);
  return [shell, ...catalogs, firstFiles().then(found?.page.code), answers];
};

Promise.allSettled(begin()).then(endEarly);
// The first formatter makes the browser load its locale data, which takes a slow phone 50 ms. Now it only waits.
setTimeout(() => new Intl.NumberFormat().format(0));
