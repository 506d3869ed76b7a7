import { type ClientSettings, clientOf } from './client-of.ts';
import { operations } from './operations.generated.ts';
import type { Client } from './types.ts';

/**
 * A client with one method per operation: `client.listAnnotations({ site_id, query: { status: 'pending' } })`. Responses are
 * typed from the contracts, not validated. An error response throws an `ApiError`; an unreachable service or a missing path
 * parameter throws a `TypeError`; an aborted signal throws its reason. The client contains paths but no schemas, so it is small
 * enough for a web page.
 */
export const createClient = (settings: ClientSettings): Client => clientOf(operations, settings);
