const MAX_READABLE = 40;
const TAIL = 6;

export const slugFor = (name: string, id: string): string => {
  const readable = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_READABLE)
    .replaceAll(/^-+|-+$/g, '');
  return `${readable || 'workspace'}-${id.slice(-TAIL).toLowerCase()}`;
};
