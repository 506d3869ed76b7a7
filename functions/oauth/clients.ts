import * as z from 'zod';
import { visibleLine } from '../kit/text/visible.ts';
import { fetchPage } from '../reviews/read/fetch-page.ts';
import { hostOf, isAllowedRedirect } from './redirects.ts';
import { oauthRefusal } from './refusals.ts';
import { ClientDocument } from './schema.ts';
import { seal, unseal } from './sealed.ts';

export interface Client {
  client_id: string;
  name: string;
  host: string | null;
  redirect_uris: readonly string[];
}

const MAX_NAME = 80;
/** Its client id travels in addresses. */
const MAX_REGISTERED = 1000;
const DOCUMENT = { timeout_ms: 5000, max_bytes: 8 * 1024, wants: 'json' } as const;

const nameOf = (given: string | undefined, redirect: string): string =>
  visibleLine(given ?? '')
    .slice(0, MAX_NAME)
    .toWellFormed()
    .trim() || hostOf(redirect);

/** Its id holds what it registered, so that a flood of registrations fills nothing. */
export const register = (redirect_uris: readonly string[], given: string | undefined): Client => {
  const [first] = redirect_uris;
  if (first === undefined || !redirect_uris.every(isAllowedRedirect)) throw oauthRefusal('invalid_redirect_uri');
  const name = nameOf(given, first);
  if (JSON.stringify([name, redirect_uris]).length > MAX_REGISTERED) throw oauthRefusal('invalid_redirect_uri');
  return { client_id: seal('oauth-client', [name, redirect_uris]), name, host: null, redirect_uris };
};

const Registered = z.tuple([z.string(), z.array(z.string()).min(1)]);

const ofRegistration = (client_id: string): Client | undefined => {
  const registered = Registered.safeParse(unseal('oauth-client', client_id)).data;
  return registered && { client_id, name: registered[0], host: null, redirect_uris: registered[1] };
};

/** https, with a path, and written as browsers would write it. */
const isDocumentAddress = (client_id: string): boolean => {
  const url = URL.parse(client_id);
  if (url?.protocol !== 'https:' || url.href !== client_id) return false;
  return url.pathname !== '/' && url.hash === '' && url.username === '' && url.password === '';
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** draft-ietf-oauth-client-id-metadata-document. The host vouches for the client. */
const ofDocument = async (client_id: string): Promise<Client | 'busy' | undefined> => {
  const page = await fetchPage(client_id, DOCUMENT);
  if (!page.ok && page.reason === 'busy') return 'busy';
  if (!page.ok || page.truncated || page.url !== client_id) return undefined;
  const document = ClientDocument.safeParse(json(page.text)).data;
  const [first] = document?.redirect_uris ?? [];
  if (!document || first === undefined || document.client_id !== client_id) return undefined;
  const redirect_uris = document.redirect_uris.filter(isAllowedRedirect);
  return { client_id, name: nameOf(document.client_name, client_id), host: new URL(client_id).host, redirect_uris };
};

/** `busy`: its document can't be fetched right now. */
export const findClient = async (client_id = ''): Promise<Client | 'busy' | undefined> =>
  isDocumentAddress(client_id) ? ofDocument(client_id) : ofRegistration(client_id);
