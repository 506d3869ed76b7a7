import * as z from 'zod';
import { area } from '../kit/contract/contract.ts';
import { Deleted, PageQuery, pageOf, wholeNumber } from '../kit/contract/schema.ts';
import { MarketPersona, Persona, PersonaCreate, PersonaPatch, ResetDefaults } from './schema.ts';

const ANY = ['session', 'token'] as const;

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
    method: 'GET',
    path: '/api/personas/mine',
    role: 'GUEST',
    by: ANY,
    summary: "List the workspace's personas by category, then defaults before its own, then by name",
    query: WholeQuery,
    response: pageOf(Persona),
  },
  listCategoryPersonas: {
    method: 'GET',
    path: '/api/personas/category/{category}',
    role: 'GUEST',
    by: ANY,
    summary: "List the personas in a category: defaults before the workspace's own, then by name",
    query: WholeQuery,
    response: pageOf(Persona),
  },
  getPersona: {
    method: 'GET',
    path: '/api/personas/{persona_id}',
    role: 'GUEST',
    by: ANY,
    summary: 'Read a persona',
    response: Persona,
  },
  createPersona: {
    method: 'POST',
    path: '/api/personas',
    role: 'MEMBER',
    by: ANY,
    summary: 'Create a persona',
    body: PersonaCreate,
    response: Persona,
  },
  patchPersona: {
    method: 'PATCH',
    path: '/api/personas/{persona_id}',
    role: 'MEMBER',
    by: ANY,
    summary: 'Change a persona; defaults can be changed too',
    body: PersonaPatch,
    response: Persona,
  },
  deletePersona: {
    method: 'DELETE',
    path: '/api/personas/{persona_id}',
    role: 'MEMBER',
    by: ANY,
    summary: 'Delete a persona; a reset restores defaults',
    response: Deleted,
  },
  resetDefaultPersonas: {
    method: 'POST',
    path: '/api/personas/reset-defaults',
    role: 'MEMBER',
    by: ANY,
    summary: "Reset one or all default personas; the workspace's own stay unchanged",
    body: ResetDefaults,
    body_optional: true,
    response: z.object({
      reset_count: z.number().int().meta({ description: 'Number of changed or deleted defaults that were reset' }),
    }),
  },
  publishPersona: {
    method: 'POST',
    path: '/api/personas/{persona_id}/publish',
    role: 'MEMBER',
    by: ANY,
    summary: "Publish one of the workspace's personas; publishing again updates the public copy",
    response: MarketPersona,
    refuses: [409],
  },
  unpublishPersona: {
    method: 'POST',
    path: '/api/personas/{persona_id}/unpublish',
    role: 'MEMBER',
    by: ANY,
    summary: 'Withdraw a persona from the marketplace; existing clones stay',
    response: Persona,
    refuses: [409],
  },
  clonePersona: {
    method: 'POST',
    path: '/api/personas/{persona_id}/clone',
    role: 'MEMBER',
    by: ANY,
    summary: 'Clone a marketplace persona into the workspace',
    response: Persona,
  },
  listMarketplacePersonas: {
    method: 'GET',
    path: '/api/marketplace/personas',
    role: null,
    by: [],
    summary: 'List published personas, newest first',
    query: MarketQuery,
    cached_seconds: 60,
    response: pageOf(MarketPersona),
  },
});
