const MOST = 60;

/** Latin letters, digits and hyphens only. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MOST)
    .replace(/-+$/, '');

/** `attachment; filename="mueller-annotations-2026-11-21.pdf"`, without a byte of the name that a header may not hold. */
export const disposition = (siteName: string, madeAt: number): string => {
  const parts = [slugOf(siteName), 'annotations', new Date(madeAt).toISOString().slice(0, 10)];
  return `attachment; filename="${parts.filter(Boolean).join('-')}.pdf"`;
};
