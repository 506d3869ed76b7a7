import { derivedSecret } from '../kit/access/secrets.ts';
import type { StakeholderRow } from './schema.ts';

/** The token of a stakeholder's link. */
export const stakeholderToken = (workspace_id: string, row: Pick<StakeholderRow, 'site_id' | 'id' | 'derivation'>) =>
  derivedSecret('stakeholder', [workspace_id, row.site_id, row.id], row.derivation);
