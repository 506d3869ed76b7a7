/** The server prepends this to the loader. All URLs are absolute. */
export type WidgetConfig = {
  /** The site's widget token, which identifies the site and isn't secret. */
  token: string;
  /** The API's base URL, without a trailing slash. */
  base: string;
  core: string;
  inspect: string;
  capture: string;
};

const unsafe: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

export const loaderScript = (loaderSource: string, config: WidgetConfig): string => {
  const { token, base, core, inspect, capture } = config;
  const json = JSON.stringify({ token, base, core, inspect, capture }).replace(
    /[<>\u2028\u2029]/g,
    (c) => unsafe[c] ?? c,
  );
  return `window.__sidenote_config=${json};\n${loaderSource}`;
};
