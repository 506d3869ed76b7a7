import { serve } from '../kit/http/serve.ts';
import { sites } from './contract.ts';
import * as operations from './operations.ts';

const { listSites, getSite, bindSites } = operations;

export const handler = serve(sites, { ...operations, listWidgetSites: listSites, getWidgetSite: getSite }, bindSites);
