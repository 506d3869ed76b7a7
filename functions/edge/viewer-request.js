// Twice what any request may hold. Escaped in Lambda's event this is half of what it takes; more would be a 500 of the gateway.
var MAX_BODY_BYTES = 512 * 1024;

// The same as functions/kit/http/respond.ts puts on every answer; a CloudFront function is one file.
function refuse(requestId) {
  return {
    statusCode: 413,
    statusDescription: 'Content Too Large',
    headers: {
      'content-type': { value: 'application/json; charset=utf-8' },
      'cache-control': { value: 'no-store' },
      'content-security-policy': { value: "default-src 'none'; frame-ancestors 'none'" },
      'referrer-policy': { value: 'no-referrer' },
      'strict-transport-security': { value: 'max-age=63072000; includeSubDomains' },
      'x-content-type-options': { value: 'nosniff' },
      'access-control-allow-origin': { value: '*' },
      'x-request-id': { value: requestId },
    },
    body: {
      encoding: 'text',
      data: '{"detail":"The body is too large. Send at most 256 KB.","code":"body_too_large"}',
    },
  };
}

// A CloudFront function: a body that is too large goes no further, and whatever the viewer sent as its address is replaced by
// the one it has.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  var request = event.request;
  var length = request.headers['content-length'];
  if (length && Number(length.value) > MAX_BODY_BYTES) return refuse(event.context.requestId);
  request.headers['x-client-ip'] = { value: event.viewer.ip };
  return request;
}
