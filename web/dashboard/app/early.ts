import { createClient } from '../../client/index.ts';
import { chooseFrom, storedWorkspace } from '../session/choose-workspace.ts';
import { endEarly, fetchEarly } from '../session/early-answers.ts';
import { readFreshSession } from '../session/session.ts';
import { fetchCatalog, preferredLocale } from '../words/catalogs.ts';
import { isOfDashboard, matchPage } from './match-page.ts';

// Requests what the router would a second later. Failures are repeated and reported there.

const serviceFor = (credential = '', workspaceId = '') =>
  createClient({ baseUrl: location.origin, fetch: fetchEarly, credential, workspaceId });

const askAsPerson = async (token: string, found: ReturnType<typeof matchPage>) => {
  const ask = (workspaceId: string) => found?.page.ask?.(serviceFor(token, workspaceId), found.at);
  const last = storedWorkspace();
  // It is nearly always opened again, so its requests don't wait for the list of workspaces.
  const [listed] = await Promise.allSettled([serviceFor(token).listWorkspaces(), last && ask(last)]);
  const chosen = listed.status === 'fulfilled' ? chooseFrom(listed.value.items, last) : undefined;
  if (chosen && chosen.id !== last) await ask(chosen.id);
};

const begin = (): unknown[] => {
  const shell = fetchCatalog(preferredLocale(), 'shell');
  const isPublic = !isOfDashboard(location.pathname);
  const session = isPublic ? undefined : readFreshSession();
  if (!isPublic && !session) return [shell];
  const found = matchPage(location.pathname);
  const catalogs = found?.page.messages.map((name) => fetchCatalog(preferredLocale(), name)) ?? [];
  const answers = session ? askAsPerson(session.id_token, found) : found?.page.ask?.(serviceFor(), found.at);
  return [shell, ...catalogs, found?.page.code(), answers];
};

Promise.allSettled(begin()).then(endEarly);
