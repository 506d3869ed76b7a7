import { serveDocuments } from '../discovery/serve-documents.ts';
import { missingPage } from './missing-page.ts';

/** No contract row matches, so the answer is the 404 of every unknown path; for a person it is a page. */
export const handler = serveDocuments({ name: 'not-found', rows: {} }, {}, missingPage);
