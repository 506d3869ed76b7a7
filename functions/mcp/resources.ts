import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { annotations } from '../annotations/contract.ts';
import { bindAnnotations, getAnnotation, listAnnotations } from '../annotations/operations.ts';
import { dayOf } from '../kit/clock.ts';
import { Refusal } from '../kit/errors.ts';
import { explain } from './explain.ts';
import { fence } from './fence.ts';
import { invokeIn } from './invoke.ts';
import { readView } from './read-view.ts';
import type { ToolCall } from './tool.ts';

const MAX_LISTED = 50;
const MINUTE_MS = 60_000;

const onNotes = invokeIn(annotations, bindAnnotations);

const uriOf = (id: string) => `note://${id}`;

/** Names hold nothing that a stranger wrote: clients show them to the model as the server's own words. */
const listPending = async (call: ToolCall) => {
  const query = { status: 'pending', limit: MAX_LISTED };
  const { items } = await onNotes(call, 'listAnnotations', listAnnotations, { site_id: call.actor.site_id }, { query });
  return {
    resources: items.map(({ id, kind, created_at }) => ({
      uri: uriOf(id),
      name: id,
      title: `Note (${kind}), ${dayOf(Number(created_at))}`,
    })),
  };
};

const readNote = async (call: ToolCall, annotation_id: string) => {
  const uri = uriOf(annotation_id);
  try {
    const detail = await onNotes(call, 'getAnnotation', getAnnotation, { annotation_id });
    const { trusted, untrusted = '' } = readView(detail, 1, call.now);
    return {
      contents: [
        { uri, mimeType: 'application/json', text: JSON.stringify(trusted) },
        { uri, mimeType: 'text/plain', text: fence(untrusted) },
      ],
    };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) throw new ResourceNotFoundError(uri);
    throw error;
  }
};

const explained = async <T>(call: ToolCall, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ResourceNotFoundError ? error : new Error(await explain(error, call.request.id));
  }
};

/** A note as a resource has the same two parts, trusted and fenced, as the tool's answer. */
export const registerResources = (server: McpServer, call: ToolCall): void => {
  server.registerResource(
    'note',
    new ResourceTemplate('note://{id}', { list: () => explained(call, listPending(call)) }),
    {
      title: 'Note',
      description: 'A note that a visitor left on this site. The list has the newest pending ones.',
      cacheHint: { ttlMs: 0, cacheScope: 'private' },
    },
    (_, { id }) => explained(call, readNote(call, String(id))),
  );
};

export const RESOURCE_HINTS = {
  'resources/list': { ttlMs: 0, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: 5 * MINUTE_MS, cacheScope: 'private' },
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
} as const;
