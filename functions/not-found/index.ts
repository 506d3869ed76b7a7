import { noSuchRoute } from '../kit/errors.ts';
import { serveHttp } from '../kit/http/edge.ts';
import { missingPage } from './missing-page.ts';

/** No contract row matches, so the answer is the 404 of every unknown path; for a person it is a page. */
export const handler = serveHttp((request) => {
  const page = missingPage(request);
  if (page) return page;
  throw noSuchRoute();
});
