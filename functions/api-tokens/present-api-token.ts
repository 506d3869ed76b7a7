import type { ApiTokenRow } from './schema.ts';

export const presentApiToken = ({ id, ...row }: ApiTokenRow) => ({ ...row, token_id: id, prefix: 'svat_' as const });
