interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/**
 * All items of a list, page by page: `for await (const one of every(client.listAnnotations, { site_id }))`. A page can be short
 * or empty and still not be the last. Errors are thrown after the items before them.
 */
export async function* every<Input extends { query?: { cursor?: string | undefined } }, Item>(
  list: (input: Input) => Promise<Page<Item>>,
  input: Input,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined = input.query?.cursor;
  do {
    const page = await list({ ...input, query: { ...input.query, ...(cursor && { cursor }) } });
    yield* page.items;
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
}

export { ApiError, type ValidationItem } from './api-error.ts';
export type { ClientSettings } from './client-of.ts';
export { createClient } from './create-client.ts';
export type { CallOptions, Client, ClientOf, InputOf, OperationId, OutputOf } from './types.ts';
