import * as z from 'zod';
import { Box } from '../order.ts';

const cut = (most: number) => z.string().transform((text) => text.slice(0, most).toWellFormed());
const count = z.number().int().nonnegative();
const address = cut(1000);

const Spot = z.object({ selector: cut(1024), box: Box, value: cut(120).optional() });
export type Spot = z.infer<typeof Spot>;

const Spots = z.object({ count, places: z.array(Spot).max(12) });
export type Spots = z.infer<typeof Spots>;

const Block = z.object({
  ...Spot.shape,
  tag: cut(20),
  /** As a visitor reads it; code, quotations and deleted text are U+FFFC. */
  text: cut(4000),
  /** Of the nearest element that declares one. */
  language: cut(35),
});
export type Block = z.infer<typeof Block>;

const Size = z.object({ width: z.number(), height: z.number() });

const Picture = z.object({
  ...Spot.shape,
  url: address,
  alt: cut(300).nullable(),
  /** Of the file; 0 if it was not drawn. */
  natural: Size,
  shown: Size,
  fit: cut(20),
  is_loaded: z.boolean(),
  has_space: z.boolean(),
});

const Link = z.object({ ...Spot.shape, href: address, url: address, text: cut(300) });

const Field = z.object({
  ...Spot.shape,
  type: cut(20),
  names: cut(200),
  autocomplete: cut(100).nullable(),
  is_search: z.boolean(),
  has_label: z.boolean(),
});

const Form = z.object({ ...Spot.shape, action: address, has_password: z.boolean() });

const Table = z.object({
  ...Spot.shape,
  has_headers: z.boolean(),
  is_data: z.boolean(),
  rows: z.array(z.object({ selector: cut(1024), box: Box, cells: z.array(cut(120)).max(12) })).max(60),
});
export type Table = z.infer<typeof Table>;

const Listing = z.object({ before: cut(300), before_spot: Spot, is_heading: z.boolean(), items: count });

const AxeResult = z.object({ state: z.enum(['failed', 'passed', 'absent', 'unsure']), ...Spots.shape });

/** By check of axe-core. */
export const Checks = z.record(cut(60), AxeResult);
export type Checks = z.infer<typeof Checks>;

/** It comes from a process that a page may have taken over. */
export const Measurements = z.object({
  title: cut(500),
  language: cut(60),
  is_quirky: z.boolean(),
  is_secure: z.boolean(),
  viewport: cut(300).nullable(),
  description: cut(1000).nullable(),
  card: z.object({ title: cut(300).nullable(), image: address.nullable() }),
  canonicals: z.array(address).max(5),
  icons: z.array(address).max(10),
  /** Why a block of structured data can't be read. */
  structured_data: z.object({ count, faults: z.array(cut(200)).max(5) }),
  /** In pixels. */
  width: z.object({ page: z.number(), window: z.number() }),
  content: z.object({ media: count, fields: count }),
  characters: count,
  too_wide: Spots,
  small_text: Spots,
  cut_text: Spots,
  covering: Spots,
  unreachable: Spots,
  uncaptioned: z.object({ videos: count, ...Spots.shape }),
  repeated_ids: Spots,
  missing_targets: Spots,
  blocks: z.array(Block).max(1200),
  pictures: z.array(Picture).max(300),
  links: z.array(Link).max(400),
  fields: z.array(Field).max(100),
  forms: z.array(Form).max(30),
  tables: z.array(Table).max(20),
  listings: z.array(Listing).max(100),
});
export type Measurements = z.infer<typeof Measurements>;
