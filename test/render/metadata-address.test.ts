import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const SET_UP = `ip link set lo up && ip addr add 169.254.169.254/32 dev lo && ip addr add fd00:ec2::254/128 dev lo nodad`;
const inNamespace = (program: string) => ['-rn', 'sh', '-c', `${SET_UP} && ${program}`];

const isPossible = spawnSync('unshare', inNamespace('true')).status === 0;
const missing = isPossible ? '' : ' (skipped: this machine allows no network namespaces)';

(isPossible ? test : test.skip)(
  `a page that aims at a listener on AWS’s metadata addresses reaches it by no way${missing}`,
  () => {
    const program = `exec "${process.execPath}" "${join(__dirname, 'metadata-address.ts')}"`;
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH, HOME, TMPDIR, LOG_LEVEL: 'error' };
    const printed = execFileSync('unshare', inNamespace(program), { env, timeout: 150_000 });
    expect(JSON.parse(`${printed}`)).toEqual({
      // Otherwise its silence would prove nothing.
      directly: ['169.254.169.254', 'fd00:ec2::254'],
      reached: [],
      page: { title: 'Aims', refused: ['169.254.169.254:80', '[fd00:ec2::254]:80'] },
      others: [false, false, false, false],
    });
  },
  160_000,
);
