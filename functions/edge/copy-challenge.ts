import type { CloudFrontResponseEvent, CloudFrontResponseResult } from 'aws-lambda';

const CARRIERS = ['x-challenge', 'x-amzn-remapped-www-authenticate'];

/** Lambda@Edge, on what the origin answered: API Gateway renames `WWW-Authenticate`, so it is copied back. */
export const handler = async (event: CloudFrontResponseEvent): Promise<CloudFrontResponseResult> => {
  const response = event.Records[0]?.cf.response;
  if (!response) throw new Error('CloudFront sent no response.');
  const { headers } = response;
  const value = CARRIERS.map((name) => headers[name]?.[0]?.value).find((found) => found !== undefined);
  if (value !== undefined && !headers['www-authenticate']) {
    headers['www-authenticate'] = [{ key: 'WWW-Authenticate', value }];
  }
  delete headers['x-challenge'];
  return response;
};
