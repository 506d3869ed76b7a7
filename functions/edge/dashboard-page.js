// A CloudFront function: every path of the dashboard that is no file of it is its page, whose script reads the path.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  var request = event.request;
  var isFile = request.uri.startsWith('/dashboard/assets/') || request.uri === '/dashboard/config.json';
  if (!isFile) request.uri = '/dashboard/index.html';
  return request;
}
