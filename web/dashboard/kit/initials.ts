export const initials = (name: string): string =>
  (name.match(/(?<![\p{L}\p{N}'’])[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join('').toUpperCase();
