// Pages for people without an account differ in their heads; lib/build/public-pages.ts says the same for the local stage.
function publicPage(uri) {
  if (uri === '/demo') return '/dashboard/demo/demo.html';
  if (uri.startsWith('/demo/')) return `/dashboard${uri}`;
  if (uri.startsWith('/reviews/shared/')) return '/dashboard/shared.html';
  if (uri === '/showcase' || uri.startsWith('/showcase/')) return '/dashboard/showcase.html';
  if (uri === '/docs') return '/dashboard/docs.html';
  if (uri.startsWith('/docs/')) return `/dashboard/docs-${uri.slice('/docs/'.length)}.html`;
  if (uri === '/reviews/sample') return '/dashboard/sample.html';
  return uri === '/try' ? '/dashboard/try.html' : '/dashboard/public.html';
}

// A CloudFront function: every path of the dashboard that is no file of it is its page, and every other that comes here is
// the page for people without an account. The pages' scripts read the path.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  var request = event.request;
  var isDashboard = request.uri === '/dashboard' || request.uri.startsWith('/dashboard/');
  var isFile = request.uri.startsWith('/dashboard/assets/') || request.uri === '/dashboard/config.json';
  if (!isFile) request.uri = isDashboard ? '/dashboard/index.html' : publicPage(request.uri);
  return request;
}
