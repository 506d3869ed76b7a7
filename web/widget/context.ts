import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import { cleanText, cleanUrl } from './clean.ts';
import type { Logs, Runtime, Target } from './runtime.ts';

const buildId = (): string => {
  const meta = document.querySelector(
    'meta[name~="build-id" i],meta[name="version" i],meta[name="release" i],meta[name="commit" i],meta[name="revision" i]',
  );
  const next = (window as { __NEXT_DATA__?: { buildId?: string } }).__NEXT_DATA__?.buildId;
  return String(meta?.getAttribute('content') ?? document.documentElement.dataset.buildId ?? next ?? '').slice(0, 120);
};

const pageOf = (): CapturedContext['page'] => {
  const build = buildId();
  const title = document.title.slice(0, 200);
  const fragment = /^#!?\//.test(location.hash) ? cleanUrl(location.hash.slice(1)) : '';
  return {
    url: cleanUrl(location.href),
    route: (location.pathname + (fragment && `#${fragment}`)).slice(0, 2048),
    ...(title && { title }),
    ...(build && { build_id: build }),
  };
};

const environmentOf = (): NonNullable<CapturedContext['environment']> => ({
  viewport: { width: innerWidth, height: innerHeight },
  scroll: { x: Math.round(scrollX), y: Math.round(scrollY) },
  pixel_ratio: devicePixelRatio || 1,
  user_agent: navigator.userAgent.slice(0, 500),
  color_scheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  locale: (navigator.language || 'en').slice(0, 35),
});

export const logsOf = ({ console, requests }: Logs): Pick<CapturedContext, 'console' | 'failed_requests'> => ({
  ...(console.length && { console: console.map((entry) => ({ ...entry, message: cleanText(entry.message, 500) })) }),
  ...(requests.length && {
    failed_requests: requests.map((entry) => ({
      ...entry,
      method: entry.method.slice(0, 10),
      url: cleanUrl(URL.parse?.(entry.url, document.baseURI)?.href ?? entry.url),
    })),
  }),
});

/** Everything that goes along with a note, in the order of its worth to whoever works on it. */
export const contextOf = async (runtime: Runtime, target: Target | null): Promise<CapturedContext> => {
  const page = pageOf();
  const environment = environmentOf();
  if (target) await runtime.load('capture');
  const { anchor, source, selection, ...look } = (target && runtime.inspect?.(runtime, target)) ?? {
    anchor: { kind: target?.kind ?? 'page' },
  };
  return { page, anchor, ...(source && { source }), ...(selection && { selection }), environment, ...look };
};
