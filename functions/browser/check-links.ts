import { ProxyAgent, request } from 'undici';
import * as z from 'zod';
import type { GuardedProxy } from './proxy.ts';
import type { LinkAnswer } from './rendered.ts';

const MAX_LINKS = 25;
const AT_ONCE = 4;
const EACH_MS = 3000;

const Listed = z.object({
  links: z.array(z.object({ url: z.string() })).max(2000),
  icons: z.array(z.string()).max(100),
});

const withoutFragment = (url: string) => url.replace(/#.*$/s, '');

/** The page's icon, then its links: its own site first. */
export const linksToCheck = (measurements: unknown, from: string): string[] => {
  const { data } = Listed.safeParse(measurements);
  if (!data) return [];
  const { origin } = new URL(from);
  const icons = data.icons.length > 0 ? data.icons : [`${origin}/favicon.ico`];
  const isOwn = (url: string) => new URL(url).origin === origin;
  const links = data.links
    .map(({ url }) => withoutFragment(url))
    .filter((url) => url.length <= 1000 && /^https?:/.test(url) && URL.canParse(url) && url !== withoutFragment(from))
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  return [...new Set([...icons.filter((icon) => /^https?:/.test(icon)).slice(0, 1), ...links])].slice(0, MAX_LINKS);
};

/** Through the guard of the visit. Servers that refuse HEAD, or seem to, are asked again. */
export const checkLinks = async (urls: readonly string[], proxy: GuardedProxy, ms: number): Promise<LinkAnswer[]> => {
  const dispatcher = new ProxyAgent({ uri: `http://${proxy.host}:${proxy.port}`, connections: AT_ONCE });
  const ending = AbortSignal.timeout(ms);
  const ask = async (url: string, method: 'HEAD' | 'GET'): Promise<number> => {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(EACH_MS)]);
    const headers = { 'user-agent': 'Sidenote/0.1 (+review)' };
    const { statusCode, body } = await request(url, { method, dispatcher, signal, headers });
    body.on('error', () => undefined).destroy();
    return statusCode;
  };
  const answer = async (url: string): Promise<LinkAnswer> => {
    try {
      const status = await ask(url, 'HEAD');
      return { url, status: status < 400 ? status : await ask(url, 'GET') };
    } catch {
      return { url, status: null };
    }
  };
  const answers: LinkAnswer[] = [];
  const left = [...urls];
  const work = async () => {
    for (let url = left.shift(); url !== undefined && !ending.aborted; url = left.shift()) {
      answers.push(await answer(url));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await dispatcher.destroy();
  return answers;
};
