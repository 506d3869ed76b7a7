import { serveDocuments } from '../discovery/serve-documents.ts';

/** The `$default` route: no contract row matches, so the answer is the 404 of every unknown path. */
export const handler = serveDocuments({ name: 'not-found', rows: {} }, {});
