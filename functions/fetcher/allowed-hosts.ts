import { optionalSetting } from '../kit/config.ts';

/** Read at each call: a setting may change while this process runs. */
export const hostsOf = (...settings: readonly string[]): ReadonlySet<string> =>
  new Set(
    settings.flatMap((name) =>
      (optionalSetting(name) ?? '').split(',').flatMap((one) => one.trim().toLowerCase() || []),
    ),
  );
