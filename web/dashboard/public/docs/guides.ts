import { notFound } from '@tanstack/react-router';

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

const isGuide = (name: string): name is GuideName => Object.hasOwn(GUIDES, name);

export const GUIDE_NAMES = Object.keys(GUIDES).filter(isGuide);

/** The first one is the start page, which has the short address. */
export const addressOf = (name: GuideName): string => (name === 'start' ? '/docs' : `/docs/${name}`);

export const loadGuide = async (name: string) => {
  if (!isGuide(name)) throw notFound();
  const { title, html, sections } = await GUIDES[name]();
  // Commands can be copied as they are.
  return { name, title, sections, html: html.replaceAll('{base_url}', location.origin) };
};
