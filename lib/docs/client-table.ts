import { endpoints } from './endpoints.ts';

/** web/client/operations.generated.ts: all that the client needs of the contracts at run time. */
export const clientTable = (): string => `// Written by \`npm run docs\` from the contracts; edit those.

/** Method and path of every operation. */
export const operations = {
${endpoints.map(({ id, row }) => `  /** ${row.summary}. */\n  ${id}: ['${row.method}', '${row.path}'],`).join('\n')}
} as const;
`;
