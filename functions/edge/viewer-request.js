// Twice what any request may hold. Escaped in Lambda's event this is half of what it takes; more would be a 500 of the gateway.
var MAX_BODY_BYTES = 512 * 1024;

// The same as functions/kit/http/respond.ts puts on every answer; a CloudFront function is one file.
// These take pictures: POST …/resolve, the MCP address, PUT /u/….
var MAX_PICTURES_BYTES = 4 * 1024 * 1024;
var WITH_PICTURES = /^(\/api\/v1\/annotations\/[^/]+\/resolve|\/mcp(\/[^/]+)?|\/u\/[^/]+)$/;

var REFUSAL = '{"detail":"The body is too large. Send at most 256 KB.","code":"body_too_large"}';
var PICTURES_REFUSAL =
  '{"detail":"The body is too large. Send two pictures of 1 MB at most, or upload them.","code":"pictures_too_large"}';

function refuse(requestId, data) {
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
      data: data,
    },
  };
}

// A CloudFront function: a body that is too large goes no further, and whatever the viewer sent as its address is replaced by
// the one it has.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  var request = event.request;
  var length = request.headers['content-length'];
  var takesPictures = WITH_PICTURES.test(request.uri);
  if (length && Number(length.value) > (takesPictures ? MAX_PICTURES_BYTES : MAX_BODY_BYTES)) {
    return refuse(event.context.requestId, takesPictures ? PICTURES_REFUSAL : REFUSAL);
  }
  request.headers['x-client-ip'] = { value: event.viewer.ip };
  return request;
}
