// A CloudFront function: whatever the viewer sent as its address is replaced by the one that it has.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  var request = event.request;
  request.headers['x-client-ip'] = { value: event.viewer.ip };
  return request;
}
