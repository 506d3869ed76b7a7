import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { afterAll, beforeAll } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { call, stage, type Workspace } from '../driver.ts';
import { type Origin, startOrigin } from '../fetcher/origin.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers the nth request to a path, counted from 1. */
type Behavior = (response: ServerResponse, request: number) => void;

/** A server on loopback that webhooks may reach, and that remembers what it was sent. */
export const useTarget = () => {
  const received: Received[] = [];
  const behaviors = new Map<string, Behavior>();
  let origin: Origin;
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
    const behave = behaviors.get(path);
    if (behave) behave(response, received.filter((one) => one.path === path).length);
    else response.writeHead(204).end();
  };
  beforeAll(async () => {
    origin = await startOrigin(listener);
    process.env.FETCH_ALLOW = origin.host;
    const body = JSON.stringify({ host: origin.host });
    await fetch(`${stage().base_url}/__local/fetch-allow`, { method: 'POST', body });
  });
  afterAll(async () => {
    delete process.env.FETCH_ALLOW;
    await origin.close();
  });
  return {
    url: (path: string) => `${origin.url}${path}`,
    host: () => origin.host,
    at: (path: string) => received.filter((one) => one.path === path),
    behave: (path: string, behavior: Behavior) => void behaviors.set(path, behavior),
  };
};

export const pathOf = (ws: Workspace, ...rest: string[]) => ['/api/workspaces', ws.id, 'webhooks', ...rest].join('/');

export const newWebhook = async (ws: Workspace, url: string, more: Record<string, unknown> = {}) => {
  const { status, body, text } = await call('POST', pathOf(ws), { as: ws.owner, body: { url, ...more } });
  if (status !== 200) throw new Error(`No webhook: ${status} ${text}`);
  return body as { id: string; active: boolean };
};

export const secretsOf = async (ws: Workspace, id: string) => {
  const { body } = await call('GET', pathOf(ws, id, 'secrets'), { as: ws.owner });
  return body as { secret: string; former: { secret: string; until: string } | null };
};

export interface Sent {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** By the reference library; throws if the signature, or its time, is wrong. */
export const verified = (secret: string, { headers, body }: Received): Sent =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as Sent;
