import * as z from 'zod';
import { area } from '../kit/contract/contract.ts';
import { Deleted, PageQuery, pageOf, wholeNumber } from '../kit/contract/schema.ts';
import { MarketPersona, Persona, PersonaCreate, PersonaPatch, ResetDefaults } from './schema.ts';

const ANY = ['session', 'token'] as const;
const GUEST = { role: 'GUEST', by: ANY } as const;
const MEMBER = { role: 'MEMBER', by: ANY } as const;
const PUBLIC = { role: null, by: [] } as const;

/** All of a workspace's personas fit on one page. */
const WholeQuery = z.object({
  cursor: PageQuery.shape.cursor,
  limit: wholeNumber(1, 300).default(300),
});

const MarketQuery = z.object({
  category: z.string().min(1).max(120).optional().meta({ description: 'Only personas in this category' }),
  ...PageQuery.shape,
});

export const personas = area('personas', {
  listMyPersonas: {
    ...GUEST,
    method: 'GET',
    path: '/api/personas/mine',
    summary: "List the workspace's personas by category, then defaults before its own, then by name",
    query: WholeQuery,
    response: pageOf(Persona),
  },
  listCategoryPersonas: {
    ...GUEST,
    method: 'GET',
    path: '/api/personas/category/{category}',
    summary: "List the personas in a category: defaults before the workspace's own, then by name",
    query: WholeQuery,
    response: pageOf(Persona),
  },
  getPersona: {
    ...GUEST,
    method: 'GET',
    path: '/api/personas/{persona_id}',
    summary: 'Read a persona',
    response: Persona,
  },
  createPersona: {
    ...MEMBER,
    method: 'POST',
    path: '/api/personas',
    summary: 'Create a persona',
    body: PersonaCreate,
    response: Persona,
  },
  patchPersona: {
    ...MEMBER,
    method: 'PATCH',
    path: '/api/personas/{persona_id}',
    summary: 'Change a persona; defaults can be changed too',
    body: PersonaPatch,
    response: Persona,
  },
  deletePersona: {
    ...MEMBER,
    method: 'DELETE',
    path: '/api/personas/{persona_id}',
    summary: 'Delete a persona; a reset restores defaults',
    response: Deleted,
  },
  resetDefaultPersonas: {
    ...MEMBER,
    method: 'POST',
    path: '/api/personas/reset-defaults',
    summary: "Reset one or all default personas; the workspace's own stay unchanged",
    body: ResetDefaults,
    body_optional: true,
    response: z.object({
      reset_count: z.number().int().meta({ description: 'Number of changed or deleted defaults that were reset' }),
    }),
  },
  publishPersona: {
    ...MEMBER,
    method: 'POST',
    path: '/api/personas/{persona_id}/publish',
    summary: "Publish one of the workspace's personas; publishing again updates the public copy",
    response: MarketPersona,
    refuses: [409],
  },
  unpublishPersona: {
    ...MEMBER,
    method: 'POST',
    path: '/api/personas/{persona_id}/unpublish',
    summary: 'Withdraw a persona from the marketplace; existing clones stay',
    response: Persona,
    refuses: [409],
  },
  clonePersona: {
    ...MEMBER,
    method: 'POST',
    path: '/api/personas/{persona_id}/clone',
    summary: 'Clone a marketplace persona into the workspace',
    response: Persona,
  },
  listMarketplacePersonas: {
    ...PUBLIC,
    method: 'GET',
    path: '/api/marketplace/personas',
    summary: 'List published personas, newest first',
    query: MarketQuery,
    cached_seconds: 60,
    response: pageOf(MarketPersona),
  },
});
