import { randomBytes } from 'node:crypto';
import { exampleOf } from '../../functions/examples.ts';
import { signFile } from '../../functions/files/signed-url.ts';
import { invitationToken, readInvitationToken } from '../../functions/invitations/token.ts';
import { DAY, HOUR, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { formatSecret, readSecret } from '../../functions/kit/secrets.ts';
import { currentKeyId } from '../../functions/kit/server-keys.ts';
import { addressHash, personOfAddress } from '../../functions/kit/text/address.ts';
import { signData } from '../../functions/mail/data-url.ts';
import { examples as personas } from '../../functions/personas/examples.ts';
import { signThread } from '../../functions/threads/thread-url.ts';
import { pageToken } from '../../functions/widget/page-token.ts';
import { type Endpoint, pathVariables } from '../../lib/docs/endpoints.ts';
import { type Caller, call, newTeam, newWorkspace, type Person, signIn, table, type Workspace } from '../driver.ts';
import { askedRequest, newConnection } from '../oauth/connect.ts';
import { seedPersona, seedReview } from '../reviews/seed.ts';
import { seedRecord } from '../reviews/seed-calibration.ts';
import { admins, showcased } from '../showcase/showcased.ts';
import { freshContact, newWallet, openSignup, signedEvent } from '../wallet/agent.ts';
import { seedDelivery, seedWebhook } from '../webhooks/seed.ts';

const VISITOR = 'visitor@example.com';
const PAGE_ORIGIN = 'https://shop.example.com';

/** Values for the variables of a path. */
export type Ids = Record<string, string>;

const must = <Body>(answer: { status: number; text: string; body: Body }): Body => {
  if (answer.status !== 200) throw new Error(`The fixture was refused: ${answer.status} ${answer.text}`);
  return answer.body;
};

/** The token of an open invitation to a workspace. */
export const invite = async (ws: Workspace, email: string): Promise<string> => {
  const body = { email, role: 'GUEST' };
  return must(await call('POST', `/api/workspaces/${ws.id}/invitations`, { as: ws.owner, body })).token;
};

/** The same, to a separate workspace, so that accepting adds no member to one that a test looks at. */
export const inviteElsewhere = async (email: string): Promise<string> => invite(await newWorkspace(), email);

/** A workspace of the caller's own that can be handed over or deleted, and a member of it. */
export const teamOf = async (owner: Person): Promise<Ids> => {
  const team = await newTeam(owner);
  return { ws_id: team.id, user_id: (await team.member()).user_id };
};

/** A person's own view, by its id. */
export const newView = async (ws_id: string, as: Caller): Promise<string> =>
  must(await call('POST', `/api/workspaces/${ws_id}/views`, { as, body: { name: 'Mine', search: '' } })).id;

/** Another session of a person, by its id. */
export const newSession = async ({ email }: Person): Promise<string> => {
  const as = await signIn({ email, origin_jti: newId() });
  return must(await call('GET', '/api/me/sessions', { as })).items[0].id;
};

const PERSONA = personas.createPersona;
const REVIEW_IDS = ['review_id', 'feedback_id', 'share_token', 'partial_review_id'];
const SHOWCASE_IDS = ['showcased_review_id', 'slug', 'pending_review_id'];

/** Inactive, and in no count: it gets no events, and as many may be made as there are callers. */
const newWebhook = async (ws: string): Promise<Ids> => {
  const [webhook_id, delivery_id] = [newId(), newId()];
  await seedWebhook(ws, { id: webhook_id, active: false });
  await seedDelivery(ws, webhook_id, { id: delivery_id, event_type: 'webhook.test' });
  return { webhook_id, delivery_id };
};

/** A workspace with one of everything, and one of every kind of caller in it. */
export const newWorld = async (named?: Workspace) => {
  openSignup();
  const ws = named ?? (await newWorkspace());
  const [granted, other] = [await ws.site(), await ws.site()];
  const [member, guest, ungranted, memberToken, guestToken] = await Promise.all([
    ws.member(),
    ws.guest([granted.id]),
    ws.guest([other.id]),
    ws.token('MEMBER'),
    ws.token('GUEST'),
  ]);

  const invitation_token = await invite(ws, 'invited@example.com');

  /** One that is the workspace's own, and one that everybody may copy. */
  const newPersona = async (isPublic: boolean): Promise<string> => {
    const { id } = must(await call('POST', '/api/personas', { as: ws.owner, body: PERSONA }));
    if (isPublic) must(await call('POST', `/api/personas/${id}/publish`, { as: ws.owner }));
    return id;
  };
  const public_persona_id = await newPersona(true);
  await seedRecord(table(), ws.id, public_persona_id);

  /** One that has ended, with findings, repeats another and is shared; and one that can be finished. */
  const newReview = async (site: { id: string }): Promise<Ids> => {
    const seeding = { site: site.id, personas: [seedPersona(await newPersona(false)), seedPersona()] };
    const { id: previous_id } = await seedReview(ws.id, seeding);
    const { id: partial_review_id } = await seedReview(ws.id, { ...seeding, status: 'partial' });
    const { id, findings } = await seedReview(ws.id, { ...seeding, more: { previous_id } });
    const { token } = must(await call('POST', `/api/reviews/${id}/share`, { as: ws.owner }));
    return { review_id: id, feedback_id: findings[0]?.id ?? '', share_token: token, partial_review_id };
  };

  /** One that everybody reads, and one that waits for an admin. */
  const newShowcase = async (site: { id: string }): Promise<Ids> => {
    const [open, waiting] = await Promise.all([
      showcased(ws, 'approved', { site: site.id }),
      showcased(ws, 'pending', { site: site.id }),
    ]);
    return { showcased_review_id: open.id, slug: open.slug, pending_review_id: waiting.id };
  };

  /** One of everything, or only of what is named. */
  const ids = async (site = granted, named?: readonly string[]): Promise<Ids> => {
    const when = <Made>(names: readonly string[], make: () => Promise<Made>) =>
      !named || names.some((name) => named.includes(name)) ? make() : undefined;
    const [
      note,
      stakeholder,
      token,
      member,
      persona_id,
      review,
      entry,
      wallet_ws_id,
      connection_id,
      webhook,
      session_id,
      view_id,
    ] = await Promise.all([
      when(['annotation_id', 'thread_link', 'note_secret'], () => ws.note(site, { email: VISITOR })),
      when(['token'], () =>
        call('POST', `/api/widget/sites/${site.id}/stakeholders`, { as: ws.owner, body: { name: 'Kim' } }).then(must),
      ),
      when(['token_id'], () => ws.token('GUEST')),
      when(['user_id'], () => ws.member()),
      when(['persona_id'], () => newPersona(false)),
      when(REVIEW_IDS, () => newReview(site)),
      when(SHOWCASE_IDS, () => newShowcase(site)),
      when(['wallet_ws_id'], newWallet),
      when(['connection_id'], () => newConnection(ws.owner, site)),
      when(['webhook_id', 'delivery_id'], () => newWebhook(ws.id)),
      when(['session_id'], () => newSession(ws.owner)),
      when(['view_id'], () => newView(ws.id, ws.owner)),
    ]);
    const made = {
      user_id: member?.user_id,
      annotation_id: note?.id,
      thread_link: note && signThread({ ws: ws.id, annotation: note.id }, addressHash(VISITOR)),
      note_secret: note?.note_secret,
      token: stakeholder?.token,
      token_id: token?.token_id,
      persona_id,
      wallet_ws_id,
      connection_id,
      session_id,
      view_id,
      ...review,
      ...entry,
      ...webhook,
    };
    return {
      ws_id: ws.id,
      site_id: site.id,
      invitation_token,
      loader_secret_id: site.loader_secret_id,
      oauth_request: askedRequest(),
      widget_token: site.widget.credential,
      page_token: pageToken({
        ids: [ws.id, site.id, ws.owner.user_id, newId()],
        origin: PAGE_ORIGIN,
        expires_at: Math.floor(now() / 1000) * 1000 + HOUR,
      }),
      mailbox: signData(personOfAddress(ws.owner.email)),
      signed: signFile('kept/none', Date.now() + 60_000),
      public_persona_id,
      category: PERSONA.category,
      ...Object.fromEntries(
        Object.entries(made).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    };
  };

  const callers = {
    OWNER: ws.owner,
    MEMBER: member,
    'GUEST, granted': guest,
    'GUEST, not granted': ungranted,
    'MEMBER token': memberToken,
    'GUEST token': guestToken,
    'MCP token': { credential: granted.mcp_token },
    'widget token': granted.widget,
  } satisfies Record<string, Caller>;

  return { ws, site: granted, ids, callers, admin: await admins() };
};
export type World = Awaited<ReturnType<typeof newWorld>>;

/** A secret of the same kind that belongs to nothing. */
const unknownSecret = (text: string): string => {
  if (readInvitationToken(text)) {
    const named = { workspace_id: newId(), id: newId(), expires_at: now() + DAY, key_id: currentKeyId() };
    return invitationToken(named) ?? '';
  }
  const kinds = ['stakeholder', 'loader', 'note', 'share'] as const;
  const kind = kinds.find((one) => readSecret(one, text));
  if (!kind) return `x${text}`;
  return formatSecret(
    kind,
    (readSecret(kind, text) ?? []).map(() => newId()),
    randomBytes(20),
  );
};

/** Well-formed ids that belong to nothing. */
export const randomIds = (ids: Ids): Ids =>
  Object.fromEntries(
    Object.entries(ids).map(([name, value]) => [
      name,
      name.endsWith('_id') && name !== 'loader_secret_id' ? newId() : unknownSecret(value),
    ]),
  );

/** Malformed ids. */
export const malformedIds = (ids: Ids): Ids => Object.fromEntries(Object.keys(ids).map((name) => [name, 'not-an-id']));

/** The example of a row's body, with ids of this world. */
export const bodyOf = ({ id, row }: Endpoint, ids: Ids = {}): unknown =>
  row.body &&
  exampleOf(id, {
    user_id: ids.user_id ?? 'none',
    invitation_token: ids.invitation_token ?? 'none',
    page_url: ids.page_url ?? 'http://nobody.invalid/',
    email: freshContact(),
    oauth_request: ids.oauth_request ?? 'none',
    widget_token: ids.widget_token ?? 'none',
  });

/** The tokens of stakeholders, invitations and shares all are `{token}`; only what is public can be cloned, and showcase entries have their own. */
const named = (path: string, name: string) => {
  if (name === 'token' && path.includes('/reviews/shared/')) return 'share_token';
  if (name === 'token' && path.includes('/invitations/')) return 'invitation_token';
  if (name === 'signed' && path.startsWith('/api/threads/')) return 'thread_link';
  if (name === 'ws_id' && path.startsWith('/api/admin/wallets/')) return 'wallet_ws_id';
  if (name === 'review_id' && path.startsWith('/api/admin/showcase/')) return 'pending_review_id';
  if (name === 'review_id' && path.endsWith('/finish')) return 'partial_review_id';
  if (name === 'review_id' && path.endsWith('/showcase')) return 'showcased_review_id';
  return name === 'persona_id' && path.endsWith('/clone') ? 'public_persona_id' : name;
};

/** The ids that a path takes. */
export const idsOf = (path: string): string[] => pathVariables(path).map((name) => named(path, name));

export const filled = (path: string, ids: Ids): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = ids[named(path, name)];
    if (value === undefined) throw new Error(`Give test/access/world.ts a value for {${name}}.`);
    return encodeURIComponent(value);
  });

/** A page knows the notes that its visitor sent, and a member's token for its own site. */
export const pageHeaders = ({ row }: Endpoint, ids: Ids, as?: Caller): Record<string, string> => {
  if (!row.by.includes('widget')) return {};
  const isOwn = as !== undefined && 'credential' in as && as.credential === ids.widget_token;
  return {
    origin: PAGE_ORIGIN,
    'x-sidenote-notes': ids.note_secret ?? '',
    ...(isOwn && row.path.includes('/pins') && { 'x-sidenote-member': ids.page_token ?? '' }),
  };
};

/** Queries of rows that need one. */
const QUERIES: Readonly<Record<string, (ids: Ids) => Record<string, string>>> = {
  listPins: () => ({ page_url: `${PAGE_ORIGIN}/` }),
  listThumbnails: () => ({ ids: newId() }),
};

/** One call of a row. `X-Request-Id` is fixed, so that equal answers are equal bytes. */
export const callRow = (one: Endpoint, ids: Ids, as?: Caller) => {
  const signed = one.id === 'receiveStripeEvent' ? signedEvent() : undefined;
  const query = QUERIES[one.id]?.(ids);
  const path = filled(one.row.path, ids);
  return call(one.row.method, query ? `${path}?${new URLSearchParams(query)}` : path, {
    ...(as && { as }),
    body: signed?.body ?? bodyOf(one, ids),
    headers: {
      'x-request-id': 'fixed',
      ...signed?.headers,
      ...pageHeaders(one, ids, as),
    },
  });
};
