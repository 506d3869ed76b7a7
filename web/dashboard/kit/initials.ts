/** One or two letters for a name or an address. */
export const initials = (name: string): string =>
  (name.match(/(?<![\p{L}\p{N}'’])[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join('').toUpperCase();
