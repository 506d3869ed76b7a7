import { beforeAll, describe, expect, test } from '@jest/globals';
import { parseInput } from '../../functions/kit/contract/parse.ts';
import type { Request } from '../../functions/kit/contract/request.ts';
import { Refusal } from '../../functions/kit/errors.ts';
import { newId } from '../../functions/kit/ids.ts';
import { randomSecret, SECRETS, type SecretKind } from '../../functions/kit/secrets.ts';
import { endpoints } from '../../lib/docs/endpoints.ts';
import { bodyOf } from '../access/world.ts';
import { call, newWorkspace, type Workspace } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { NOTE, newStakeholder, type TestSite, visit } from '../widget-api/visit.ts';

const secretOf = (kind: SecretKind) => randomSecret(kind, Array.from({ length: SECRETS[kind].ids }, newId));

type Path = (string | number)[];

/** Each text in a body, with the body in which another text replaces it. */
const variants = (value: unknown, place: (text: string) => string): { path: Path; body: unknown }[] => {
  if (typeof value === 'string') return [{ path: [], body: place(value) }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    variants(entry, place).map(({ path, body }) => ({
      path: [Array.isArray(value) ? Number(name) : name, ...path],
      body: Array.isArray(value)
        ? value.map((old, index) => (index === Number(name) ? body : old))
        : { ...value, [name]: body },
    })),
  );
};

const codesOf = (one: (typeof endpoints)[number], body: unknown): string[] => {
  try {
    parseInput(one.row, { params: {}, query: {}, body: JSON.stringify(body) } as unknown as Request);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.misfits.map(({ code }) => code);
    throw error;
  }
};

let ws: Workspace;
let site: TestSite;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const leave = async (body: object = NOTE) => visit(site, 'POST', 'annotations', body);
const replyTo = async (id: string, body: string) =>
  call('POST', `/api/v1/annotations/${id}/replies`, { as: ws.owner, body: { body } });

describe('a credential of this service', () => {
  const secret = secretOf('mcp');
  const texts = endpoints.flatMap((one) =>
    variants(bodyOf(one), (text) => `${text} ${secret}`).map(({ path, body }) => ({
      one,
      body,
      name: `${one.id} ${path.join('.')}`,
    })),
  );

  /** A page's own text is cleaned instead, and the tokens of an invitation and a page are no text. */
  const isText = (name: string) =>
    !/^createAnnotation context\.|^(acceptInvitation|createPageAccess) token$/.test(name);

  test.each(texts.filter(({ name }) => isText(name)))('is taken by no field: $name', ({ one, body }) => {
    expect(codesOf(one, body)).not.toEqual([]);
  });

  test('is what most of these fields refuse', () => {
    const refused = texts.filter(({ one, body }) => codesOf(one, body).includes('credential_in_text'));
    expect(refused.length).toBeGreaterThan(30);
  });
});

describe('a reply', () => {
  const kinds = Object.keys(SECRETS) as SecretKind[];
  const links: SecretKind[] = ['loader', 'share'];

  test.each(kinds)('a reply with a %s secret is refused unless it is handed out as a link', async (kind) => {
    const { body: note } = await leave();
    const { status, body } = await replyTo(note.id, `See https://sidenote.example/mcp/${secretOf(kind)}.`);
    if (links.includes(kind)) return expect(status).toBe(200);
    expect([status, body.code]).toEqual([422, 'validation_error']);
    expect(body.detail).toEqual([
      expect.objectContaining({
        loc: ['body', 'body'],
        code: 'credential_in_text',
        values: { prefix: SECRETS[kind].prefix },
      }),
    ]);
  });

  test('a reply with an invitation is refused, and one with an invitation of an unknown key is not', async () => {
    const { body: note } = await leave();
    const invited = await call('POST', `/api/workspaces/${ws.id}/invitations`, {
      as: ws.owner,
      body: { email: `guest-${newId().toLowerCase()}@example.com`, role: 'MEMBER' },
    });
    const { token } = invited.body as { token: string };
    expect(token).toMatch(/^svin_/);
    expect((await replyTo(note.id, `Join: ${token}`)).status).toBe(422);
    expect((await replyTo(note.id, `Join: ${token.replace(/^svin_k\d+/, 'svin_k999')}`)).status).toBe(200);
  });

  test('a reply with a mistyped credential passes', async () => {
    const { body: note } = await leave();
    const secret = secretOf('api');
    const mistyped = secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a');
    expect((await replyTo(note.id, mistyped)).status).toBe(200);
  });

  test('a reply over MCP with the address of the server itself is refused, and says which credential', async () => {
    const { body: note } = await leave();
    const client = await connectClient(site.mcp_token);
    const answer = await callTool(client, 'reply', { id: note.id, message: `Our address is /mcp/${site.mcp_token}` });
    await client.close();
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain('svmt_…');
    expect(answer.text).not.toContain(site.mcp_token);
    const { body } = await call('GET', `/api/v1/annotations/${note.id}`, { as: ws.owner });
    expect(body.replies).toEqual([]);
  });
});

describe('a visitor’s note', () => {
  test('a visitor’s note with a personal link in its words is refused', async () => {
    const { token } = await newStakeholder(ws, site);
    expect((await leave({ ...NOTE, body: `Use my link: ${token}` })).status).toBe(422);
  });

  test('is taken when the page held one, which is blanked', async () => {
    const { token } = await newStakeholder(ws, site);
    const { status, body } = await leave({
      ...NOTE,
      context: {
        page: { url: `https://shop.example.com/${token}/cart`, title: `Cart ${token}` },
        anchor: { kind: 'element', selector: '#buy', text: token },
        html: `<a href="?sidenote=${token}x">`,
        console: [{ level: 'error', message: `401 for ${token}`, at: 1 }],
      },
    });
    expect(status).toBe(200);
    const { body: read, text } = await call('GET', `/api/v1/annotations/${body.id}`, { as: ws.owner });
    expect(text).not.toContain(token.slice(5));
    expect(read).toMatchObject({
      page: { url: 'https://shop.example.com/(credential-removed)/cart', title: 'Cart (credential-removed)' },
      html: '<a href="?sidenote=(credential-removed)x">',
    });
  });
});
