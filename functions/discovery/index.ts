import { discovery } from './contract.ts';
import * as operations from './operations.ts';
import { serveDocuments } from './serve-documents.ts';

export const handler = serveDocuments(
  discovery,
  { ...operations, getProtectedResourceAtRoot: operations.getProtectedResource },
  { parameters: { getOpenapiJson: ['tag'] } },
);
