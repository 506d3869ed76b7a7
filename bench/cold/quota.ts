import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Short, so that a start of 50 ms meets many of them. */
const PERIOD_US = 20_000;

export interface Quota {
  /** A process whose id is written to this file runs with this share of one processor. */
  file: string;
  remove: () => void;
}

const HIERARCHIES: readonly { folder: string; limit: (folder: string, quotaUs: number) => void }[] = [
  {
    folder: '/sys/fs/cgroup/cpu',
    limit: (folder, quotaUs) => {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs));
    },
  },
  {
    folder: '/sys/fs/cgroup',
    limit: (folder, quotaUs) => writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${PERIOD_US}`),
  },
];

/** Undefined if this user may not create control groups. */
export const openQuota = (share: number): Quota | undefined => {
  for (const { folder, limit } of HIERARCHIES) {
    const group = join(folder, `sidenote-bench-${process.pid}-${Math.round(share * 100)}`);
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    const remove = () => rmdirSync(group);
    try {
      limit(group, Math.round(share * PERIOD_US));
      return { file: join(group, 'cgroup.procs'), remove };
    } catch {
      remove();
    }
  }
  return undefined;
};
