import { forbidden } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { type SiteRow, siteRows, stakeholderRows } from '../sites/schema.ts';

type Caller = Pick<Call, 'rows' | 'request'>;

/** Browsers send Origin with every request that matters here; other clients could send any. */
export const refusedOriginOf = ({ rows, request: { origin } }: Caller) => {
  const site = siteRows.parse(rows.site);
  return { site, refused: origin === undefined || site.allowed_origins.includes(origin) ? undefined : origin };
};

export const callingSite = (call: Caller): SiteRow => {
  const { site, refused } = refusedOriginOf(call);
  if (refused === undefined) return site;
  throw forbidden('origin_not_allowed', { origin: refused }, { reason: 'origin_not_allowed' });
};

export const stakeholderOf = ({ rows, request }: Caller) => {
  if (rows.stakeholder) return { status: 'valid', stakeholder: stakeholderRows.parse(rows.stakeholder) } as const;
  const isPresented = Boolean(request.headers['x-sidenote-stakeholder']);
  return { status: isPresented ? 'revoked' : 'none', stakeholder: null } as const;
};

export const stakeholderRevoked = () => forbidden('stakeholder_revoked', {}, { reason: 'stakeholder_revoked' });
