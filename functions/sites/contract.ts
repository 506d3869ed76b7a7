import { area, beyondSpec, GUESTS, MEMBERS, OWNER_SESSIONS, OWNERS, route } from '../kit/contract/contract.ts';
import { Deleted, LongPageQuery, PageQuery, pageOf } from '../kit/contract/schema.ts';
import {
  IdentitySecretShown,
  McpTokenShown,
  Site,
  SiteSecrets,
  SiteSeen,
  Stakeholder,
  StakeholderWrite,
  WidgetSiteCreate,
  WidgetSitePatch,
} from './schema.ts';

const listSites = route('GET /api/v1/sites', GUESTS, {
  summary: 'List the sites of the workspace',
  query: PageQuery,
  response: pageOf(Site),
});

const getSite = route('GET /api/v1/sites/{site_id}', GUESTS, {
  summary: 'Read a site',
  response: Site,
});

export const sites = area('sites', {
  listSites: { ...listSites, listed_query: true },
  getSite,
  listWidgetSites: {
    ...listSites,
    path: '/api/widget/sites',
    summary: 'List the sites of the workspace, for the dashboard',
    same_as: 'listSites',
  },
  createSite: route('POST /api/widget/sites', MEMBERS, {
    open_body: true,
    summary: 'Register a site',
    body: WidgetSiteCreate,
    response: Site,
  }),
  createSampleSite: beyondSpec('POST /api/widget/sample-site', OWNER_SESSIONS, {
    summary: 'Make the sample site of a personal workspace; its page is the demo page of this service',
    response: Site,
    refuses: [409],
  }),
  getWidgetSite: {
    ...getSite,
    path: '/api/widget/sites/{site_id}',
    summary: 'Read a site, for the dashboard',
    same_as: 'getSite',
  },
  patchSite: route('PATCH /api/widget/sites/{site_id}', MEMBERS, {
    open_body: true,
    summary: 'Change a site',
    body: WidgetSitePatch,
    response: Site,
  }),
  deleteSite: route('DELETE /api/widget/sites/{site_id}', OWNERS, {
    summary: 'Delete a site and everything in it',
    response: Deleted,
    refuses: [409],
  }),
  getSiteSeen: beyondSpec('GET /api/widget/sites/{site_id}/seen', GUESTS, {
    summary: "Read when and where a site's widget was last seen, for the install check",
    response: SiteSeen,
  }),
  getSiteSecrets: route('GET /api/widget/sites/{site_id}/secrets', OWNER_SESSIONS, {
    summary: "Read a site's widget token, MCP token and loader ID",
    response: SiteSecrets,
    refuses: [409],
  }),
  rotateMcpToken: route('POST /api/widget/sites/{site_id}/secrets/rotate-mcp-token', OWNER_SESSIONS, {
    summary: "Rotate a site's MCP token; the old one stops working immediately",
    response: McpTokenShown,
    refuses: [409],
  }),
  getIdentitySecret: beyondSpec('GET /api/widget/sites/{site_id}/identity-secret', OWNER_SESSIONS, {
    summary: "Read the secret with which the site's server signs who a visitor is",
    response: IdentitySecretShown,
    refuses: [409],
  }),
  rotateIdentitySecret: beyondSpec('POST /api/widget/sites/{site_id}/identity-secret/rotate', OWNER_SESSIONS, {
    summary: "Rotate a site's identity secret; signatures of the old one count as claims immediately",
    response: IdentitySecretShown,
    refuses: [409],
  }),
  createStakeholder: route('POST /api/widget/sites/{site_id}/stakeholders', MEMBERS, {
    summary: 'Add a stakeholder with a personal link',
    body: StakeholderWrite,
    response: Stakeholder,
  }),
  listStakeholders: route('GET /api/widget/sites/{site_id}/stakeholders', GUESTS, {
    summary: "List a site's stakeholders, oldest first",
    query: LongPageQuery,
    response: pageOf(Stakeholder),
  }),
  patchStakeholder: route('PATCH /api/widget/sites/{site_id}/stakeholders/{token}', MEMBERS, {
    summary: 'Change a stakeholder, by their token or ID',
    body: StakeholderWrite,
    response: Stakeholder,
  }),
  revokeStakeholder: route('DELETE /api/widget/sites/{site_id}/stakeholders/{token}', MEMBERS, {
    summary: 'Revoke a stakeholder and their link, by their token or ID',
    response: Deleted,
  }),
});
