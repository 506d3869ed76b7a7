import { createClient } from '../../client/index.ts';
import { chooseFrom, isOwn, storedWorkspace } from '../session/choose-workspace.ts';
import { endEarly, fetchEarly, nameOwnWorkspace } from '../session/early-answers.ts';
import { readFreshSession } from '../session/session.ts';
import { fetchCatalog, preferredLocale } from '../words/catalogs.ts';
import { isOfDashboard, matchPage } from './match-page.ts';

// Requests what the router would a second later. Failures are repeated and reported there.

const serviceFor = (credential = '', workspaceId = '') =>
  createClient({ baseUrl: location.origin, fetch: fetchEarly, credential, workspaceId });

const askAsPerson = async (token: string, found: ReturnType<typeof matchPage>) => {
  const ask = (workspaceId: string) => found?.page.ask?.(serviceFor(token, workspaceId), found.at);
  const stored = storedWorkspace();
  // Their own if none is stored: the service takes that one if none is named.
  const guess = ask(stored);
  guess?.catch(() => undefined);
  const { items } = await serviceFor(token).listWorkspaces();
  const workspace = chooseFrom(items, stored);
  if (!stored && workspace && isOwn(workspace)) nameOwnWorkspace(workspace.id);
  else if (workspace && workspace.id !== stored) return ask(workspace.id);
  return guess;
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
