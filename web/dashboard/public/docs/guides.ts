import { readConfig } from '../../session/config.ts';

/** In the order in which pages list them. */
export const GUIDES = {
  start: () => import('../../../../docs/guide/start.md'),
  install: () => import('../../../../docs/guide/install.md'),
  widget: () => import('../../../../docs/widget.md'),
  agents: () => import('../../../../docs/guide/agents.md'),
  api: () => import('../../../../docs/guide/api.md'),
  webhooks: () => import('../../../../docs/webhooks.md'),
  reviews: () => import('../../../../docs/reviews.md'),
  'self-hosting': () => import('../../../../docs/guide/self-hosting.md'),
  security: () => import('../../../../docs/guide/security.md'),
} as const;

export type GuideName = keyof typeof GUIDES;

export const isGuide = (name: string): name is GuideName => Object.hasOwn(GUIDES, name);

export const GUIDE_NAMES = Object.keys(GUIDES).filter(isGuide);

/** The first one is the start page, which has the short address. */
export const addressOf = (name: GuideName): string => (name === 'start' ? '/docs' : `/docs/${name}`);

const made = new Map<GuideName, Awaited<ReturnType<typeof makeGuide>>>();

const makeGuide = async (name: GuideName) => {
  const { title, html, sections } = await GUIDES[name]();
  // Commands and policies can be copied as they are.
  const own = html.replaceAll('{base_url}', location.origin);
  if (!own.includes('{bucket}')) return { name, title, sections, html: own };
  const { bucket_origin } = await readConfig();
  return { name, title, sections, html: own.replaceAll('{bucket}', bucket_origin) };
};

/** Undefined until `loadGuide` has loaded it. */
export const loadedGuide = (name: GuideName) => made.get(name);

export const loadGuide = async (name: GuideName) => {
  const guide = made.get(name) ?? (await makeGuide(name));
  made.set(name, guide);
  return guide;
};

const loadMissing = ({ guide = 'start' }: Record<string, string>) =>
  isGuide(guide) && !loadedGuide(guide) ? loadGuide(guide) : undefined;

/** The router's loads of the docs, by path. */
export const GUIDE_LOADS = { '/docs': loadMissing, '/docs/$guide': loadMissing };
