import { conflict, notFound } from '../kit/errors.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import type { PageRequest } from '../kit/table/page.ts';
import { type CursorBinding, mapPage, type Page, pageUpTo, readCursor } from '../kit/table/page.ts';
import type { Table, Write } from '../kit/table/table.ts';
import type { personas } from './contract.ts';
import { cardStore, marketStore } from './market-store.ts';
import { inOrder, presentPersona, presentPublic } from './persona.ts';
import type { PersonaRow } from './schema.ts';
import { personaStore } from './store.ts';

/** Only this area's stores, so that no other Lambda carries the catalog. */
export const bindPersonas = (table: Table, call: Call) => ({
  ...call,
  personas: personaStore(table, call),
  market: marketStore(table, call),
  cards: cardStore(table, call),
});

type Context = ReturnType<typeof bindPersonas>;
type Personas = Operations<Context, typeof personas>;

const presentWithCard = async (ctx: Context, persona: Promise<PersonaRow>) => {
  const [row, cards] = await Promise.all([persona, ctx.cards.all()]);
  return presentPersona(row, ctx.personas.cataloged(row.id), cards.get(row.id));
};

type SortPosition = [category: string, slug: string | null, name: string, id: string];

/** Short enough for a cursor with any names. */
const placeOf = ({ category, slug, name, id }: PersonaRow): string =>
  JSON.stringify([category, slug === null ? null : '', name, id] satisfies SortPosition);

const isAfter = (row: PersonaRow, position: string) => {
  const [category, slug, name, id] = JSON.parse(position) as SortPosition;
  return inOrder(row, { ...row, category, slug, name, id }) > 0;
};

const pageOfPersonas = (
  rows: readonly PersonaRow[],
  { limit, cursor }: PageRequest,
  binding: CursorBinding,
): Page<PersonaRow> => {
  const from = readCursor(cursor, binding);
  const rest = from === undefined ? rows : rows.filter((row) => isAfter(row, from));
  return pageUpTo(rest.slice(0, limit), rest.length <= limit, binding, placeOf);
};

const presentPage = async (ctx: Context, request: PageRequest, category?: string) => {
  const [rows, cards] = await Promise.all([ctx.personas.list(category), ctx.cards.all()]);
  const binding = { route: 'personas', workspace_id: ctx.scope.workspace_id, filter: { category } };
  const page = pageOfPersonas(rows, request, binding);
  return mapPage(page, (row) => presentPersona(row, ctx.personas.cataloged(row.id), cards.get(row.id)));
};

const create = async (ctx: Context, row: PersonaRow, action: string, checks?: readonly Write[]) => {
  const id = await ctx.personas.create(row, action, checks);
  return presentPersona(id === row.id ? row : await ctx.personas.get(id));
};

export const listMyPersonas: Personas['listMyPersonas'] = (ctx, { query }) => presentPage(ctx, query);

export const listCategoryPersonas: Personas['listCategoryPersonas'] = (ctx, { category, query }) =>
  presentPage(ctx, query, category);

export const getPersona: Personas['getPersona'] = (ctx, { persona_id }) =>
  presentWithCard(ctx, ctx.personas.get(persona_id));

export const createPersona: Personas['createPersona'] = (ctx, { body }) => {
  const row = {
    ...body,
    id: newId(),
    slug: null,
    custom_instructions: body.custom_instructions ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  return create(ctx, row, 'persona.create');
};

export const patchPersona: Personas['patchPersona'] = (ctx, { persona_id, body }) => {
  const { custom_instructions, ...others } = body;
  const fields = {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined && value !== null)),
    ...(custom_instructions !== undefined && { custom_instructions }),
  };
  return presentWithCard(ctx, ctx.personas.patch(persona_id, fields));
};

export const deletePersona: Personas['deletePersona'] = async (ctx, { persona_id }) => {
  await ctx.personas.remove(persona_id);
  return { id: persona_id, deleted: true };
};

export const resetDefaultPersonas: Personas['resetDefaultPersonas'] = async (ctx, { body }) => {
  const reset_count = await ctx.personas.reset(body?.slug ?? undefined);
  if (reset_count === undefined) throw notFound();
  return { reset_count };
};

export const publishPersona: Personas['publishPersona'] = async (ctx, { persona_id }) => {
  const cards = ctx.cards.all();
  const publishing = ctx.personas.change(persona_id, async (row) => {
    if (row.slug !== null) throw conflict('default_persona_not_publishable');
    return ctx.market.publishing(row, (await cards).get(persona_id));
  });
  const [published] = await Promise.all([publishing, cards]);
  return presentPublic(published);
};

export const unpublishPersona: Personas['unpublishPersona'] = (ctx, { persona_id }) => {
  const withdrawn = ctx.personas.change(persona_id, (found) => {
    if (found.slug !== null) throw conflict('default_persona_not_published');
    return ctx.market.withdrawing(found);
  });
  return presentWithCard(ctx, withdrawn);
};

export const clonePersona: Personas['clonePersona'] = async (ctx, { persona_id }) => {
  const found = await ctx.market.findPublic(persona_id);
  if (!found) return presentPersona(await ctx.personas.getCreated());
  const { card: _card, published_at: _published, workspace_id: _publisher, ...content } = found.row;
  const row = {
    ...content,
    id: newId(),
    slug: null,
    custom_instructions: null,
    cloned_from: persona_id,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  return create(ctx, row, 'persona.clone', found.checks);
};

export const listMarketplacePersonas: Personas['listMarketplacePersonas'] = async (ctx, { query }) =>
  mapPage(await ctx.market.list(query), presentPublic);
