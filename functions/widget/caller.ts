import { forbidden } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { SiteRow, StakeholderRow } from '../sites/schema.ts';

type Caller = Pick<Call, 'rows' | 'request'>;

/**
 * The site whose widget calls, and the page's origin where the site does not list it. Browsers send Origin with everything that
 * matters here; what is no browser could write any.
 */
export const refusedOriginOf = ({ rows, request: { origin } }: Caller) => {
  const site = SiteRow.parse(rows.site);
  return { site, refused: origin === undefined || site.allowed_origins.includes(origin) ? undefined : origin };
};

/** The site whose widget calls. Throws a 403 for a page of an origin that the site does not list. */
export const callingSite = (call: Caller): SiteRow => {
  const { site, refused } = refusedOriginOf(call);
  if (refused !== undefined) {
    throw forbidden(
      'origin_not_allowed',
      { origin: refused },
      {
        reason: 'origin_not_allowed',
      },
    );
  }
  return site;
};

/** Whether the caller named a stakeholder link, and whether that still works. */
export const stakeholderOf = ({ rows, request }: Caller) => {
  if (rows.stakeholder) return { status: 'valid', stakeholder: StakeholderRow.parse(rows.stakeholder) } as const;
  const isPresented = Boolean(request.headers['x-sidenote-stakeholder']);
  return { status: isPresented ? 'revoked' : 'none', stakeholder: null } as const;
};

export const stakeholderRevoked = () =>
  forbidden(
    'stakeholder_revoked',
    {},
    {
      reason: 'stakeholder_revoked',
    },
  );
