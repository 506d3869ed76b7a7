import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newWorkspace } from '../driver.ts';
import { mcpUrl } from '../mcp/connect.ts';
import { connected } from '../oauth/connect.ts';
import { startScript } from './start-script.ts';

const INSPECTOR = join(process.cwd(), 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

/** As the inspector names them. */
const ERAS = { '2025-11-25': 'legacy', '2026-07-28': 'modern' } as const;

const BODY = 'The total is wrong';

let home = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'inspector-'));
});
afterAll(() => rm(home, { recursive: true }));

for (const [revision, era] of Object.entries(ERAS)) {
  const inspect = async (url: URL, method: string, options: Record<string, string> = {}, flags: string[] = []) => {
    const given = { method, 'protocol-era': era, format: 'json', ...options };
    const args = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
    const script = ['--cli', url.href, '--transport', 'http', '--quiet', '--stored-auth-only', ...args, ...flags];
    const { code, output, result } = await startScript(INSPECTOR, script, { ...process.env, HOME: home }).ended;
    if (code !== 0) throw new Error(`${method} ended with ${code}: ${output}`);
    return JSON.parse(result).result;
  };

  describe(`the official inspector, ${revision}`, () => {
    test('connects, and finds no error in the schemas of the ten tools', async () => {
      const site = await (await newWorkspace()).site();
      const url = mcpUrl(site.mcp_token);
      expect(await inspect(url, 'initialize')).toMatchObject({ protocolVersion: revision });
      const { tools } = await inspect(url, 'tools/list', {}, ['--strict']);
      expect(tools).toHaveLength(10);
    });

    test('works through a note: lists, claims, reads, answers and resolves', async () => {
      const workspace = await newWorkspace();
      const site = await workspace.site();
      const note = await workspace.note(site, { body: BODY });
      const callTool = async (name: string, args: Record<string, unknown>) =>
        inspect(mcpUrl(site.mcp_token), 'tools/call', {
          'tool-name': name,
          'tool-args-json': JSON.stringify(args),
        });
      const { structuredContent } = await callTool('list_annotations', { status: 'pending' });
      expect(structuredContent.items).toMatchObject([{ id: note.id, status: 'pending' }]);
      await callTool('acknowledge', { id: note.id, agent: 'inspector' });
      expect((await callTool('read_annotation', { id: note.id })).content[1].text).toContain(BODY);
      await callTool('reply', { id: note.id, message: 'On it.' });
      await callTool('resolve', { id: note.id, summary: 'Fixed.' });
      expect((await callTool('list_annotations', { status: 'pending' })).structuredContent.items).toEqual([]);
    });

    test('reads resources and prompts', async () => {
      const workspace = await newWorkspace();
      const site = await workspace.site();
      const { id } = await workspace.note(site, { body: BODY });
      const url = mcpUrl(site.mcp_token);
      const uri = `note://${id}`;
      expect((await inspect(url, 'resources/list')).resources).toMatchObject([{ uri }]);
      expect((await inspect(url, 'resources/templates/list')).resourceTemplates).toHaveLength(1);
      expect((await inspect(url, 'resources/read', { uri })).contents[1].text).toContain(BODY);
      expect((await inspect(url, 'prompts/list')).prompts).toHaveLength(2);
      const asked = { 'prompt-name': 'fix_note', 'prompt-args': `id=${id}` };
      expect((await inspect(url, 'prompts/get', asked)).messages[0].content.text).toContain(id);
    });

    test('connects with the access token of someone who signed in', async () => {
      const workspace = await newWorkspace();
      const { tokens } = await connected(workspace.owner, await workspace.site());
      const { tools } = await inspect(mcpUrl(), 'tools/list', {
        header: `Authorization: Bearer ${tokens.access_token}`,
      });
      expect(tools).toHaveLength(10);
    });
  });
}
