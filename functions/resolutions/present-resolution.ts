import { fileUrl } from '../files/signed-url.ts';
import type { ResolutionRow } from './row.ts';

const urlOf = (key: string | null) => (key === null ? null : fileUrl(key));

/** A resolution on the wire: its kept images become addresses that are signed and soon expire. */
export const presentResolution = ({ before_key, after_key, ...row }: ResolutionRow) => ({
  ...row,
  before_url: urlOf(before_key),
  after_url: urlOf(after_key),
});
