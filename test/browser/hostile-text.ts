/** Strangers' text: each line tries to be more than text, and sets `window.ran` if it succeeds. */
export const HOSTILE = [
  '<script>window.ran = 1</script>',
  '"><img src=x onerror="window.ran = 1">',
  "' onmouseover='window.ran = 1' x='",
  '</style></title><svg onload="window.ran = 1">',
  '<iframe src="javascript:parent.ran = 1"></iframe>',
  '</bdi></main><form action="https://evil.example"><button>Sign in</button></form>',
  '<a href="javascript:window.ran = 1">link</a> [link](javascript:window.ran=1)',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  'body{background:url(https://evil.example/x)} \u202egnp.exe \u2066hidden',
  '&lt;b&gt; &#x3c;script&#x3e; {{7*7}} {count, plural} <!-- <![CDATA[',
].join('\n');

/** The most of it that a field of one line and so many characters takes. */
export const hostileOf = (most: number): string => HOSTILE.replaceAll('\n', ' ').slice(0, most);
