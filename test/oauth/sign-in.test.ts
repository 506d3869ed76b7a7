import { describe, expect, test } from '@jest/globals';
import {
  type AuthorizationServerMetadata,
  Client,
  type OAuthClientInformationFull,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { HOUR } from '../../functions/kit/clock.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Caller, call, newWorkspace } from '../driver.ts';
import { callTool, mcpUrl, REVISIONS, type Revision, throughStage } from '../mcp/connect.ts';
import { approve, issuer, REDIRECT, requestOf } from './connect.ts';

/** Keeps a connection as an editor does; `asked` is the address that it had the browser open. */
class Editor implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata: OAuthClientMetadata = { client_name: 'Editor', redirect_uris: [REDIRECT] };
  asked: URL | undefined;
  kept: OAuthTokens | undefined;
  #client: OAuthClientInformationFull | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  state = () => 'state-of-the-editor';
  clientInformation = () => this.#client;
  saveClientInformation(client: OAuthClientInformationFull) {
    this.#client = client;
  }
  tokens = () => this.kept;
  saveTokens(tokens: OAuthTokens) {
    this.kept = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  saveDiscoveryState(found: OAuthDiscoveryState) {
    this.#discovered = found;
  }
  discoveryState = () => this.#discovered;
  codeVerifier = () => this.#verifier;
}

const newClient = (revision: Revision) => {
  const mode = revision === '2026-07-28' ? { pin: revision } : ('legacy' as const);
  return new Client({ name: 'agent-under-test', version: '1.0.0' }, { versionNegotiation: { mode } });
};

/** The official client knows nothing but the address; a person agrees in between. */
const signInWith = async (editor: Editor, revision: Revision, as: Caller, site: { id: string }, scopes?: string[]) => {
  const open = () => new StreamableHTTPClientTransport(mcpUrl(), { fetch: throughStage, authProvider: editor });
  const first = open();
  await expect(newClient(revision).connect(first)).rejects.toThrow(UnauthorizedError);
  const back = await consent(editor, as, site, scopes);
  await first.finishAuth(back.searchParams);
  const client = newClient(revision);
  await client.connect(open());
  return client;
};

const consent = async ({ asked }: Editor, as: Caller, site: { id: string }, scopes?: string[]): Promise<URL> => {
  if (!asked) throw new Error('The client asked for nothing.');
  const request = requestOf(await call('GET', asked.pathname + asked.search));
  const shown = await call('POST', '/api/oauth/request', { as, body: { request } });
  expect(shown.body).toMatchObject({ client_name: 'Editor', redirect_host: '127.0.0.1:33418', on_own_machine: true });
  return approve(as, site, request, scopes ?? shown.body.scopes);
};

for (const revision of REVISIONS) {
  describe(`an agent that knows only the address, ${revision}`, () => {
    test('signs in, and works in the name of the person who agreed', async () => {
      const workspace = await newWorkspace();
      const site = await workspace.site();
      const note = await workspace.note(site);
      const member = await workspace.member();
      const editor = new Editor();
      const client = await signInWith(editor, revision, member, site);
      expect(editor.asked?.searchParams.get('scope')).toBe('read write');
      const { trusted } = await callTool(client, 'list_annotations');
      expect(trusted.items.map(({ id }: { id: string }) => id)).toEqual([note.id]);
      await callTool(client, 'resolve', { id: note.id, summary: 'Done' });
      const { body } = await call('GET', `/api/workspaces/${workspace.id}/audit`, { as: workspace.owner });
      expect(body.items[0]).toMatchObject({
        actor_id: `mcp:${site.id}`,
        actor_kind: 'mcp',
        user_id: member.user_id,
        action: 'annotation.patch',
      });
    });

    test('gets a fresh token when the first one has expired, without asking again', async () => {
      const workspace = await newWorkspace();
      const site = await workspace.site();
      const editor = new Editor();
      const client = await signInWith(editor, revision, workspace.owner, site);
      await callTool(client, 'list_annotations');
      const before = editor.kept?.access_token;
      editor.asked = undefined;
      advance(HOUR + 1000);
      expect((await callTool(client, 'list_annotations')).isError).toBe(false);
      expect(editor.kept?.access_token).not.toBe(before);
      expect(editor.asked).toBeUndefined();
    });

    test('asks for one more scope when a tool needs it', async () => {
      const workspace = await newWorkspace();
      const site = await workspace.site();
      const note = await workspace.note(site);
      const editor = new Editor();
      const client = await signInWith(editor, revision, workspace.owner, site);
      await expect(client.callTool({ name: 'run_personas', arguments: { id: note.id } })).rejects.toThrow();
      expect(editor.asked?.searchParams.get('scope')?.split(' ').sort()).toEqual(['read', 'review', 'write']);
      const again = new StreamableHTTPClientTransport(mcpUrl(), { fetch: throughStage, authProvider: editor });
      await again.finishAuth((await consent(editor, workspace.owner, site)).searchParams);
      const more = newClient(revision);
      await more.connect(again);
      expect((await callTool(more, 'run_personas', { id: note.id })).isError).toBe(false);
    });
  });
}

describe('the documents that lead there', () => {
  test('name the MCP address as the resource, and this service as its authorization server', async () => {
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']) {
      const { status, body } = await call('GET', path);
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          resource: `${issuer()}/mcp`,
          authorization_servers: [issuer()],
          scopes_supported: ['read', 'write', 'review'],
        }),
      ]);
    }
  });

  test('offer PKCE with S256 alone, and both ways for a client to make itself known', async () => {
    const { body } = await call('GET', '/.well-known/oauth-authorization-server');
    const metadata: AuthorizationServerMetadata = body;
    expect(metadata).toMatchObject({
      issuer: issuer(),
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
      registration_endpoint: `${issuer()}/oauth/register`,
      authorization_response_iss_parameter_supported: true,
    });
  });
});
