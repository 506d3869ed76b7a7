const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_BYTES = 16;

/**
 * The service says nothing about a closed invitation. Its token begins with the workspace's id, which is compared with
 * the workspaces that the reader is in, so a forged one gains nothing.
 */
export const workspaceOfToken = (token: string): string | undefined => {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  let value = 0n;
  try {
    const bytes = atob(payload);
    for (let place = 0; place < ID_BYTES; place += 1) value = value * 256n + BigInt(bytes.charCodeAt(place));
  } catch {
    return undefined;
  }
  let id = '';
  for (let place = 0; place < 26; place += 1) {
    id = ALPHABET.charAt(Number(value % 32n)) + id;
    value /= 32n;
  }
  return id;
};
