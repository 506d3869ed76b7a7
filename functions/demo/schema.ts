import * as z from 'zod';
import { anyText, refusing } from '../kit/contract/schema.ts';

export const DEMO_SLUGS = ['designer', 'marketer', 'copy-editor'] as const;
export type DemoSlug = (typeof DEMO_SLUGS)[number];

const MAX_COMMENT = 300;
const MAX_QUOTE = 120;
const MAX_PARAGRAPH = 2400;

const isPageAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};

const PageUrl = anyText(2048).refine(isPageAddress, refusing('not_an_address'));

export const DemoRequest = z.object({
  url: PageUrl.meta({ description: 'A public page' }),
  persona_slug: z.enum(DEMO_SLUGS),
  language: z.enum(['en', 'de']).nullish().meta({ description: 'Of the answer, if checks are measured' }),
  captcha_token: anyText(2048).nullish().meta({ description: "The solution of the configuration's captcha" }),
});

/** Anchors and weights are for people with an account. */
export const DemoPersona = z.object({
  slug: z.enum(DEMO_SLUGS),
  name: z.string(),
  title: z.string(),
  category: z.string(),
  description: z.string(),
  dimensions: z.array(z.string()).meta({ description: 'Dimensions the persona scores' }),
});

export const DemoPersonas = z.object({ items: z.array(DemoPersona) });

const TopDimension = z.object({
  name: z.string(),
  score: z.number().min(1).max(5).meta({ description: 'Without an AI model: 1 + 4 × the share of checks passed' }),
  comment: z.string().max(MAX_COMMENT),
  checks: z
    .object({ passed: z.number().int(), of: z.number().int() })
    .nullish()
    .transform((checks) => checks ?? null)
    .meta({
      description: 'Without an AI model: the measured checks of this dimension, of which score is the share passed',
    }),
});

export const DemoAnswer = z.object({
  top_dimensions: z
    .array(TopDimension)
    .length(3)
    .meta({ description: 'Lowest-scoring findings; those with a verified quote come first' }),
  paragraph: z.string().max(MAX_PARAGRAPH).meta({ description: 'Summary in a few sentences' }),
  ai_live: z.boolean().meta({ description: 'true: an AI model answered; false: checks were measured' }),
});
export type DemoAnswer = z.input<typeof DemoAnswer>;

export const DemoResponse = z.object({
  cached: z.boolean().meta({ description: 'true: result of an identical request in the last 24 hours' }),
  persona: DemoPersona,
  ...DemoAnswer.shape,
  signup_url: z.string(),
  daily_remaining: z.number().int().min(0).meta({ description: 'Demos left for this IP address' }),
});

export const DEMO_STEPS = ['open', 'read', 'judge'] as const;

export const DemoProgress = z.object({
  step: z.enum(DEMO_STEPS).nullable().meta({ description: 'null: no demo runs for this IP address' }),
  views: z
    .array(z.enum(['wide', 'narrow']))
    .max(2)
    .meta({ description: 'Windows in which the page has been seen' }),
});
export type DemoProgress = z.infer<typeof DemoProgress>;

export const DemoConfig = z.object({
  captcha: z
    .object({ provider: z.literal('turnstile'), site_key: z.string() })
    .nullable()
    .meta({ description: 'The captcha to render; null if none is required' }),
  ai_live: z.boolean().meta({ description: 'true: an AI model answers; false: checks are measured' }),
  daily_limit: z.number().int(),
  signup_url: z.string(),
});

const SENTENCE_END = /^.*[.!?](?=\s)/s;

const cutText = (text: string, most: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const start = line.slice(0, most - 1).toWellFormed();
  const sentences = SENTENCE_END.exec(line.slice(0, most))?.[0] ?? '';
  if (sentences.length > most / 2) return sentences;
  const word = start.lastIndexOf(' ');
  return `${(word > most / 2 ? start.slice(0, word) : start).trimEnd()}…`;
};

export const toComment = (text: string, quote: string): string => {
  const proved = `${text} “${cutText(quote, MAX_QUOTE)}”`.replace(/\s+/g, ' ').trim();
  return quote !== '' && proved.length <= MAX_COMMENT ? proved : cutText(text, MAX_COMMENT);
};
export const toParagraph = (text: string): string => cutText(text, MAX_PARAGRAPH);
