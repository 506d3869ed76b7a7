import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CapturedContext } from '../../../functions/annotations/context-schema.ts';
import { buildWidget } from '../../../lib/build/widget-build.ts';
import { launcherOf, loaderScript, placeOf } from '../../../web/widget/config.ts';
import type { Settings } from '../../../web/widget/runtime.ts';
import type { Service } from '../site.ts';

type Json = Record<string, unknown>;
export type Call = { method: string; path: string; headers: IncomingMessage['headers']; body: Json };

/** A stand-in for the service with the widget's wire shapes, whose answers a test may set. */
export type FakeService = Service & {
  calls: Call[];
  uploads: Map<string, { type: string; bytes: Buffer }>;
  notes: Json[];
  news_at: string | null;
  settings: {
    site: Json;
    stakeholder: Json | null;
    stakeholder_status: string;
    kinds: string[];
    submitter_mail: boolean;
  };
  /** Answers that the next calls to a path get instead of the usual one; `null` cuts the connection. */
  refuse(path: string, ...answers: (null | { status: number; body?: Json; headers?: Record<string, string> })[]): void;
  sent(): Call[];
  close(): Promise<void>;
};

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

const listen = async (
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<[string, Server]> => {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return [`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server];
};

const cors = (request: IncomingMessage): Record<string, string> => ({
  'access-control-allow-origin': request.headers.origin ?? '*',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, x-sidenote-stakeholder, x-sidenote-notes, x-sidenote-member',
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-expose-headers': 'retry-after',
  vary: 'Origin',
});

export const startFakeService = async (): Promise<FakeService> => {
  const { loader, assets } = await buildWidget();
  const refusals = new Map<string, (null | { status: number; body?: Json; headers?: Record<string, string> })[]>();
  const keys = new Map<string, Json>();
  const token = 'wt_demo_0123456789abcdef';
  const calls: Call[] = [];
  const uploads: FakeService['uploads'] = new Map();

  const [bucket, bucketServer] = await listen(async (request, response) => {
    const bytes = await read(request);
    if (request.method === 'PUT')
      uploads.set((request.url ?? '').slice(1), { type: request.headers['content-type'] ?? '', bytes });
    response.writeHead(200, cors(request)).end();
  });

  const [base, server] = await listen(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://service');
    const asset = /^\/widget\/([\w.]+)$/.exec(pathname)?.[1];
    if (asset || pathname === '/w/demo/widget.js') {
      const script = asset
        ? await readFile(join(import.meta.dirname, '../../../dist/widget', asset), 'utf8')
        : loaderScript(loader, {
            token,
            base,
            ...launcherOf(service.settings.site as Settings['site']),
            core: `${base}/widget/${assets.core}`,
            inspect: `${base}/widget/${assets.inspect}`,
            capture: `${base}/widget/${assets.capture}`,
            settings: { ...service.settings, stakeholder: null, stakeholder_status: 'none' } as Settings,
            places: [placeOf(token, new URL(request.headers.referer ?? base).origin)],
            seen: `${base}/w/demo/seen`,
          });
      response
        .writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'access-control-allow-origin': '*' })
        .end(script);
      return;
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204, cors(request)).end();
      return;
    }
    const path = pathname.replace(/^\/(api\/widget|w\/demo)\//, '');
    const text = (await read(request)).toString();
    const body: Json = text ? JSON.parse(text) : {};
    const { headers } = request;
    calls.push({ method: request.method ?? '', path, headers, body });
    const refusal = refusals.get(path)?.shift();
    if (refusal === null) {
      request.socket.destroy();
      return;
    }
    const answer = (status: number, json: Json, more: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...cors(request), ...more })
        .end(JSON.stringify(json));
    if (refusal) answer(refusal.status, refusal.body ?? { detail: 'no' }, refusal.headers);
    else if (path === 'seen') answer(200, { ok: true });
    else if (headers.authorization !== `Bearer ${token}`) answer(401, { detail: 'unknown widget token' });
    else if (path === 'settings') answer(200, service.settings);
    else if (path === 'uploads') {
      const key = `incoming/${body.kind}-${uploads.size + calls.length}`;
      answer(200, {
        url: `${bucket}/${key}`,
        method: 'PUT',
        headers: { 'content-type': body.content_type },
        key,
        expires_in_seconds: 300,
      });
    } else if (path === 'annotations') {
      const known = keys.get(String(headers['idempotency-key']));
      const problem = CapturedContext.safeParse(body.context).error;
      if (problem) answer(422, { detail: problem.message });
      else {
        const made = known ?? {
          id: `note-${service.notes.length + 1}`,
          status: 'pending',
          auto_fix: false,
          created_at: String(Date.now()),
          note_secret: `secret-${service.notes.length + 1}`,
        };
        if (!known) {
          keys.set(String(headers['idempotency-key']), made);
          const { page } = body.context as { page: { url: string } };
          service.notes.unshift({
            ...made,
            kind: body.kind ?? null,
            body: body.body,
            page_url: page.url,
            summary: '',
            confirmation: null,
            replies: [],
            resolutions: [],
          });
        }
        answer(201, made);
      }
    } else if (path === 'notes') answer(200, { items: service.notes });
    else if (path === 'news') answer(200, { news_at: service.news_at });
    else {
      const note = service.notes.find(({ id }) => path.startsWith(`notes/${id}/`));
      if (note && path.endsWith('/confirmation')) {
        const confirmation = { fixed: body.fixed, at: String(Date.now()) };
        answer(200, Object.assign(note, { confirmation, status: body.fixed ? 'resolved' : 'pending' }));
        return;
      }
      const reply = {
        id: `reply-${calls.length}`,
        author: 'stakeholder',
        author_name: null,
        body: body.body,
        created_at: String(Date.now()),
      };
      (note?.replies as Json[] | undefined)?.push(reply);
      answer(note ? 201 : 404, note ? reply : { detail: 'absent' });
    }
  });

  const service: FakeService = {
    script: `${base}/w/demo/widget.js`,
    base,
    bucket,
    calls,
    uploads,
    notes: [],
    news_at: null,
    settings: {
      site: {
        name: 'Meadow & Pine',
        position: 'bottom-right',
        color: '#2f6f4f',
        locale: 'auto',
        anonymous_allowed: true,
        label: '',
        icon: 'bubble',
        theme: 'auto',
        rating: 'none',
        questions: [],
      },
      stakeholder: null,
      stakeholder_status: 'none',
      kinds: ['bug', 'copy', 'design', 'question', 'idea', 'praise', 'other'],
      submitter_mail: true,
    },
    refuse: (path, ...answers) => void refusals.set(path, answers),
    sent: () => calls.filter(({ path }) => path === 'annotations'),
    async close() {
      for (const each of [server, bucketServer]) {
        each.closeAllConnections();
        await new Promise((resolve) => each.close(resolve));
      }
    },
  };
  return service;
};
