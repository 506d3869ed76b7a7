import { serve } from '../kit/http/serve.ts';
import { bindSites } from './context.ts';
import { sites } from './contract.ts';
import { createSite } from './create-site.ts';
import { createStakeholder } from './create-stakeholder.ts';
import { deleteSite } from './delete-site.ts';
import { getSite } from './get-site.ts';
import { getSiteSecrets } from './get-site-secrets.ts';
import { getSiteSeen } from './get-site-seen.ts';
import { listSites } from './list-sites.ts';
import { listStakeholders } from './list-stakeholders.ts';
import { patchSite } from './patch-site.ts';
import { patchStakeholder } from './patch-stakeholder.ts';
import { revokeStakeholder } from './revoke-stakeholder.ts';
import { rotateMcpToken } from './rotate-mcp-token.ts';

export const handler = serve(
  sites,
  {
    listSites,
    listWidgetSites: listSites,
    getSite,
    getWidgetSite: getSite,
    createSite,
    patchSite,
    deleteSite,
    getSiteSecrets,
    getSiteSeen,
    rotateMcpToken,
    createStakeholder,
    listStakeholders,
    patchStakeholder,
    revokeStakeholder,
  },
  bindSites,
);
