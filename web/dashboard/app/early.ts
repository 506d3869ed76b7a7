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
  const { items } = await serviceFor(token).listWorkspaces();
  const workspace = chooseFrom(items, storedWorkspace());
  if (workspace) await found?.page.ask?.(serviceFor(token, workspace.id), found.at);
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
