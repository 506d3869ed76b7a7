/** JSON with one member per line down to this depth, and compact below it. */
export const outline = (value: unknown, depth: number, indent = ''): string => {
  if (depth === 0 || typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return JSON.stringify(value);
  const within = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Object.entries(value).map(([name, member]) => {
    const label = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `;
    return within + label + outline(member, depth - 1, within);
  });
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
};
