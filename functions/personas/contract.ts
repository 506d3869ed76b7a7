import * as z from 'zod';
import { area, GUESTS, MEMBERS, PUBLIC, route } from '../kit/contract/contract.ts';
import { Deleted, PageQuery, pageOf, wholeNumber } from '../kit/contract/schema.ts';
import { MarketPersona, Persona, PersonaCreate, PersonaPatch, ResetDefaults } from './schema.ts';

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
  listMyPersonas: route('GET /api/personas/mine', GUESTS, {
    summary: "List the workspace's personas by category, then defaults before its own, then by name",
    query: WholeQuery,
    response: pageOf(Persona),
  }),
  listCategoryPersonas: route('GET /api/personas/category/{category}', GUESTS, {
    summary: "List the personas in a category: defaults before the workspace's own, then by name",
    query: WholeQuery,
    response: pageOf(Persona),
  }),
  getPersona: route('GET /api/personas/{persona_id}', GUESTS, { summary: 'Read a persona', response: Persona }),
  createPersona: route('POST /api/personas', MEMBERS, {
    summary: 'Create a persona',
    body: PersonaCreate,
    response: Persona,
  }),
  patchPersona: route('PATCH /api/personas/{persona_id}', MEMBERS, {
    summary: 'Change a persona; defaults can be changed too',
    body: PersonaPatch,
    response: Persona,
  }),
  deletePersona: route('DELETE /api/personas/{persona_id}', MEMBERS, {
    summary: 'Delete a persona; a reset restores defaults',
    response: Deleted,
  }),
  resetDefaultPersonas: route('POST /api/personas/reset-defaults', MEMBERS, {
    summary: "Reset one or all default personas; the workspace's own stay unchanged",
    body: ResetDefaults,
    body_optional: true,
    response: z.object({
      reset_count: z.number().int().meta({ description: 'Number of changed or deleted defaults that were reset' }),
    }),
  }),
  publishPersona: route('POST /api/personas/{persona_id}/publish', MEMBERS, {
    summary: "Publish one of the workspace's personas; publishing again updates the public copy",
    response: MarketPersona,
    refuses: [409],
  }),
  unpublishPersona: route('POST /api/personas/{persona_id}/unpublish', MEMBERS, {
    summary: 'Withdraw a persona from the marketplace; existing clones stay',
    response: Persona,
    refuses: [409],
  }),
  clonePersona: route('POST /api/personas/{persona_id}/clone', MEMBERS, {
    summary: 'Clone a marketplace persona into the workspace',
    response: Persona,
  }),
  listMarketplacePersonas: route('GET /api/marketplace/personas', PUBLIC, {
    summary: 'List published personas, most recently published first',
    query: MarketQuery,
    cached_seconds: 60,
    response: pageOf(MarketPersona),
  }),
});
