import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Template } from './assembly.ts';

const pinned = readFileSync(join(import.meta.dirname, 'models/requirements.txt'), 'utf8');
const places = (process.env.PATH ?? '').split(delimiter);
const command = places.map((place) => join(place, 'cfn-lint')).find(existsSync);
const folder = process.env.SIDENOTE_ASSEMBLY ?? '';

/** W3005: the CDK writes dependencies that references imply. */
const lint = (...templates: string[]) =>
  new Promise<string>((resolve, reject) => {
    const args = ['--ignore-checks', 'W3005', '--format', 'parseable', '--template', ...templates];
    execFile(command ?? '', args, { maxBuffer: 1e8 }, (error, stdout, stderr) => {
      // 2 to 14 say that it found something.
      if (error && (typeof error.code !== 'number' || stdout === '')) reject(new Error(stderr || error.message));
      else resolve(stdout.trim());
    });
  });
const templates = () => readdirSync(folder).filter((name) => name.endsWith('.template.json'));

/** A template that reads another stack's output inside an intrinsic function. */
const planted = (name: string): string => {
  const template = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Template;
  const output = { 'Fn::GetStackOutput': { StackName: 'Other', OutputName: 'Url', Region: 'eu-central-1' } };
  const host = { 'Fn::Select': [2, { 'Fn::Split': ['/', output] }] };
  template.Resources.Extra = { Type: 'AWS::SNS::Topic', Properties: { TopicName: host } };
  return JSON.stringify(template);
};

if (command) {
  describe('cfn-lint', () => {
    let copy = '';
    let found: string[] = [];

    beforeAll(async () => {
      copy = await mkdtemp(join(tmpdir(), 'sidenote-lint-'));
      const name = templates().find((one) => one.includes('edge'))!;
      await writeFile(join(copy, name), planted(name));
      // Few linters, since each takes long to start, but one for each processor.
      const all = [join(copy, name), ...templates().map((one) => join(folder, one))];
      const shares = [0, 1].map((share) => all.filter((_, index) => index % 2 === share));
      const said = await Promise.all(shares.map((share) => lint(...share)));
      found = said.flatMap((one) => one.split('\n').filter(Boolean));
    });
    afterAll(() => rm(copy, { recursive: true, force: true }));

    test('finds nothing in any template', () => {
      expect(templates().length).toBeGreaterThan(10);
      expect(found.filter((line) => !line.startsWith(copy))).toEqual([]);
    });

    test('finds another stack’s output that is read inside an intrinsic function', () => {
      expect(found.filter((line) => line.startsWith(copy)).join('\n')).toContain('E1017');
    });
  });
} else {
  test('cfn-lint is not installed', () => {
    process.stdout.write(`cfn-lint was not run: pip install ${/cfn-lint==\S+/.exec(pinned)?.[0]}\n`);
  });
}
