import { assumed } from '../prices.ts';
import { EDGE_HIT, PREFLIGHT } from './request.ts';
import { VISITS } from './visits.ts';

/** A customer's monthly usage: visits to their pages, other requests by their name in the bench, and storage at its end. */
export interface Customer {
  name: string;
  sites: number;
  visits: number;
  /** Visits on which a note is written, by people who wrote one before, and by a personal link. */
  notes: number;
  authors: number;
  links: number;
  uses: Readonly<Record<string, number>>;
  mails: number;
  rowsGb: number;
  imagesGb: number;
}

const DAYS = 30;
const DAY_SECONDS = 86_400;

/** The bench measures these with a key and with two notes, as the widget sends them. */
const MEASURED_AS: Readonly<Record<string, string>> = {
  createAnnotation: 'createAnnotation (Idempotency-Key)',
  listNotes: 'listNotes (two notes)',
  preflight: PREFLIGHT,
};

/** A cache keeps the loader for its seconds after a miss; the visits of those seconds are hits. */
export const edgeShare = ({ visits, sites }: Pick<Customer, 'visits' | 'sites'>): number => {
  const during = (visits / sites / assumed.edgeCaches) * (assumed.loaderSeconds / (DAYS * DAY_SECONDS));
  return during / (1 + during);
};

/** Requests of a month by their name in the bench. */
export const requestsOf = (customer: Customer): Map<string, number> => {
  const { visits, sites, notes, authors, links } = customer;
  // Once a day and site, and on visits while a cached loader still asks for the report.
  const first = sites * DAYS + (visits * assumed.loaderSeconds) / DAY_SECONDS;
  const times = { first, note: notes, author: authors, link: links, other: visits - first - notes - authors - links };
  const all = new Map(Object.entries(customer.uses));
  const add = (name: string, count: number) => all.set(name, (all.get(name) ?? 0) + count);
  for (const kind of Object.keys(VISITS) as (keyof typeof VISITS)[])
    for (const [operation, count] of Object.entries(VISITS[kind]))
      add(MEASURED_AS[operation] ?? operation, count * times[kind]);
  const loads = all.get('getLoader') ?? 0;
  add(EDGE_HIT, loads * edgeShare(customer));
  add('getLoader', -loads * edgeShare(customer));
  return all;
};

export const customers: readonly Customer[] = [
  {
    name: 'A shop: 30,000 visits, 100 notes, one agent',
    sites: 1,
    visits: 30_000,
    notes: 100,
    authors: 600,
    links: 200,
    uses: {
      'mcp list_annotations': 1500,
      'mcp read_annotation': 150,
      'mcp acknowledge': 100,
      'mcp get_resolution_upload_url': 160,
      'mcp attach_resolution': 80,
      'mcp resolve': 90,
    },
    mails: 40,
    rowsGb: 0.01,
    imagesGb: 0.1,
  },
  {
    name: 'An agency: 40 sites, 600,000 visits, 3,000 notes, agents that poll every minute by day',
    sites: 40,
    visits: 600_000,
    notes: 3000,
    authors: 15_000,
    links: 5000,
    uses: {
      'listAnnotations (status=pending)': 400_000,
      getAnnotation: 9000,
      patchAnnotation: 6000,
      createReply: 3000,
      getResolutionUploadUrl: 5000,
      createResolution: 2500,
      listWidgetAnnotations: 20_000,
    },
    mails: 1500,
    rowsGb: 0.2,
    imagesGb: 4,
  },
  {
    name: 'A product team: one app, 5 million visits, 20,000 notes, agents and CI',
    sites: 1,
    visits: 5_000_000,
    notes: 20_000,
    authors: 100_000,
    links: 10_000,
    uses: {
      'listAnnotations (status=pending)': 300_000,
      getAnnotation: 60_000,
      patchAnnotation: 40_000,
      createReply: 20_000,
      getResolutionUploadUrl: 30_000,
      createResolution: 15_000,
      listWidgetAnnotations: 50_000,
    },
    mails: 10_000,
    rowsGb: 1.5,
    imagesGb: 30,
  },
];
