import { weighted, zipf } from './random.ts';

/** A caller's request, with the values for its keys. */
export interface Request {
  operation: string;
  of: Source;
  keys: Readonly<Record<string, string>>;
}

export const SOURCES = ['tenants', 'largest tenant', 'front page'] as const;
export type Source = (typeof SOURCES)[number];

export const WORKSPACES = 10_000;
/** Share of all requests from one workspace. */
const LARGEST = 1 / 3;
/** Share of all requests from visitors of one page. */
const FRONT_PAGE = 1 / 5;
/** Half of a credential's limit of 10 per second. */
const PER_CALLER = 5;
const SITES_OF_LARGEST = 100;

type Mix = readonly (readonly [operation: string, weight: number])[];

/** Mix of requests by tenants' agents, dashboards and visitors. An assumption: no real tenant has been measured yet. */
const TENANTS: Mix = [
  ['listAnnotations', 30],
  ['getAnnotation', 15],
  ['listSites', 8],
  ['getLoader', 12],
  ['getWidgetSettings', 1],
  ['listWidgetAnnotations', 8],
  ['getWidgetAnnotation', 5],
  ['createAnnotation', 2],
  ['patchAnnotation', 4],
  ['createReply', 2],
  ['createResolution', 2],
];

/** A page view loads the widget. One visitor in a hundred leaves a note. */
const VISITORS: Mix = [
  ['getLoader', 100],
  ['createAnnotation', 1],
];

export const MIXES = { TENANTS, VISITORS };

/** Samples requests from a Zipf tail of workspaces, one of which sends a third, with one page that everyone reads. */
export const traffic = (random: () => number, perSecond: number): (() => Request) => {
  const ofTenants = weighted(TENANTS.map(([, weight]) => weight));
  const ofVisitors = weighted(VISITORS.map(([, weight]) => weight));
  const tail = zipf(WORKSPACES - 2);
  const tailSum = tail.reduce((sum, weight) => sum + weight, 0);
  const inTail = weighted(tail);
  const among = (count: number) => Math.floor(random() * Math.max(1, count));
  let fresh = 0;

  const requestOf = (of: Source, workspace: string, rate: number, sites: number): Request => {
    const isVisitor = of === 'front page';
    const mix = isVisitor ? VISITORS : TENANTS;
    const [operation] = mix[(isVisitor ? ofVisitors : ofTenants)(random())] ?? ['listSites'];
    const caller = `${workspace}-${among(Math.ceil(rate / PER_CALLER))}`;
    fresh += 1;
    const id = String(fresh);
    return {
      operation,
      of,
      keys: { workspace, site: `${workspace}-${among(sites)}`, caller, user: caller, address: id, id },
    };
  };

  return () => {
    const share = random();
    if (share < LARGEST) return requestOf('largest tenant', 'largest', perSecond * LARGEST, SITES_OF_LARGEST);
    if (share < LARGEST + FRONT_PAGE) return requestOf('front page', 'news', perSecond * FRONT_PAGE, 1);
    const rank = inTail(random());
    const rate = (perSecond * (1 - LARGEST - FRONT_PAGE) * (tail[rank] ?? 0)) / tailSum;
    return requestOf('tenants', `t${rank}`, rate, 1 + (rank % 5));
  };
};
