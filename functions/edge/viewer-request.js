// Twice what any request may hold. Escaped in Lambda's event this is half of what it takes; more would be a 500 of the gateway.
var MAX_BODY_BYTES = 512 * 1024;

// The same as functions/kit/http/respond.ts puts on every answer; a CloudFront function is one file.
// These take pictures: POST …/resolve, the MCP address, PUT /u/….
var MAX_PICTURES_BYTES = 4 * 1024 * 1024;
var WITH_PICTURES = /^(\/api\/v1\/annotations\/[^/]+\/resolve|\/mcp(\/[^/]+)?|\/u\/[^/]+)$/;

var REFUSAL = '{"detail":"The body is too large. Send at most 256 KB.","code":"body_too_large"}';
var PICTURES_REFUSAL =
  '{"detail":"The body is too large. Send two pictures of 1 MB at most, or upload them.","code":"pictures_too_large"}';
var UPLOAD_REFUSAL =
  '{"detail":"The file is too large for this address. Send at most 4 MB here, or PUT it to `url` with `headers`.","code":"short_upload_too_large"}';

// The rows with `cross_origin` in their contracts.
var FROM_PAGES =
  /^\/(api\/widget\/(settings|uploads|annotations|news|notes|notes\/[^/]+\/(replies|confirmation)|pins|pins\/[^/]+|pins\/[^/]+\/(replies|status))|w\/[^/]+\/seen)$/;

function refusalFor(uri) {
  if (!WITH_PICTURES.test(uri)) return REFUSAL;
  return uri.indexOf('/u/') === 0 ? UPLOAD_REFUSAL : PICTURES_REFUSAL;
}

function safe(requestId, origin) {
  return {
    'cache-control': { value: 'no-store' },
    'content-security-policy': { value: "default-src 'none'; frame-ancestors 'none'" },
    'referrer-policy': { value: 'no-referrer' },
    'strict-transport-security': { value: 'max-age=63072000; includeSubDomains' },
    'x-content-type-options': { value: 'nosniff' },
    'access-control-allow-origin': { value: origin },
    'x-request-id': { value: requestId },
  };
}

function refuse(requestId, data) {
  var headers = safe(requestId, '*');
  headers['content-type'] = { value: 'application/json; charset=utf-8' };
  return {
    statusCode: 413,
    statusDescription: 'Content Too Large',
    headers: headers,
    body: {
      encoding: 'text',
      data: data,
    },
  };
}

// Tells no page whether it may use the widget: the API checks its origin.
function allow(requestId, origin) {
  var headers = safe(requestId, origin ? origin.value : '*');
  headers.vary = { value: 'Origin' };
  headers['access-control-allow-methods'] = { value: 'GET, POST' };
  headers['access-control-allow-headers'] = {
    value:
      'authorization, content-type, idempotency-key, x-request-id, x-sidenote-stakeholder, x-sidenote-notes, x-sidenote-member',
  };
  headers['access-control-max-age'] = { value: '7200' };
  return { statusCode: 204, statusDescription: 'No Content', headers: headers };
}

// A CloudFront function: a body that is too large goes no further, a preflight is answered, and whatever the viewer sent
// as its address is replaced by the one it has.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  var request = event.request;
  var requestId = event.context.requestId;
  if (request.method === 'OPTIONS' && FROM_PAGES.test(request.uri)) return allow(requestId, request.headers.origin);
  var length = request.headers['content-length'];
  var takesPictures = WITH_PICTURES.test(request.uri);
  if (length && Number(length.value) > (takesPictures ? MAX_PICTURES_BYTES : MAX_BODY_BYTES)) {
    return refuse(requestId, refusalFor(request.uri));
  }
  request.headers['x-client-ip'] = { value: event.viewer.ip };
  return request;
}
