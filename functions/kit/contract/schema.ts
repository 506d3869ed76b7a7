import * as z from 'zod';
import type { RefusalCode } from '../../codes/refusals.ts';
import type { Values } from '../../codes/sentence.ts';
import { isId, ULID } from '../ids.ts';
import { MAX_CURSOR } from '../table/page.ts';
import { mailableAddress } from '../text/address.ts';

export const refusing = (code: RefusalCode, values: Values = {}) => ({ message: code, params: { code, values } });

export const Id = z.string().refine(isId, refusing('not_an_id')).meta({ description: 'ULID', pattern: ULID.source });

/** A number inside, a decimal string on the wire. */
export const Time = z
  .number()
  .int()
  .transform(String)
  .pipe(z.string().meta({ description: 'Epoch milliseconds, as a string', examples: ['1795219200000'] }));

const DIGITS = /^\d{1,16}$/;

/** Decimal digits alone, not everything that JavaScript reads as a number. */
export const wholeNumber = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(
    (given) => (typeof given === 'string' && DIGITS.test(given) ? Number(given) : given),
    z
      .number('not_whole' satisfies RefusalCode)
      .int()
      .min(min)
      .max(max),
  );

/** Of one page of a list. */
export const MAX_ITEMS = 200;

export const PageQuery = z.object({
  cursor: z.string().max(MAX_CURSOR).optional().meta({ description: "The previous page's `next_cursor`" }),
  limit: wholeNumber(1, MAX_ITEMS).default(50),
});

export const pageOf = <Shape extends z.ZodType>(item: Shape) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });

export const LongPageQuery = PageQuery.extend({ limit: PageQuery.shape.limit.unwrap().default(MAX_ITEMS) });

export const Warnings = z
  .array(z.object({ code: z.string(), msg: z.string(), loc: z.array(z.union([z.string(), z.number()])).max(10) }))
  .max(20)
  .optional()
  .meta({ description: 'Fields that were ignored, or a change that is likely not as intended' });

export const Deleted = z.object({ id: z.string(), deleted: z.literal(true) });

const textOfAtMost = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.overwrite((text: string) => text.toWellFormed()),
  );

const texts = new Map<number, ReturnType<typeof textOfAtMost>>();

/** Any text but for halves of characters, which no store takes. One schema per length: each costs cold-start time. */
export const anyText = (max: number) => {
  const known = texts.get(max) ?? textOfAtMost(max);
  texts.set(max, known);
  return known;
};

const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

export const written = (text: z.ZodString) => text.refine((given) => VISIBLE.test(given), refusing('nothing_written'));

export const writtenText = (max: number) => written(anyText(max));

/** Zod's rule, for top-level domains of any script in their ASCII form, too. */
const EMAIL = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/** A domain may have letters of any script: mail goes to its ASCII form. */
export const emailAddress = () =>
  z
    .string()
    .max(320)
    .refine((text) => EMAIL.test(mailableAddress(text) ?? ''), refusing('not_an_email'))
    .meta({ format: 'email' });

const MAX_URL = 2048;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused.
const UNSAFE_IN_URL = /[\u0000-\u0020\u007f]/;

/** URL parsers silently drop line breaks and tabs, so these are refused. */
export const webAddress = (protocols: readonly string[]) =>
  anyText(MAX_URL).transform((text, ctx) => {
    const url = UNSAFE_IN_URL.test(text) ? null : URL.parse(text);
    const isFit = url && protocols.includes(url.protocol) && url.username === '' && url.password === '';
    if (isFit && url.href.length <= MAX_URL) return url.href;
    ctx.addIssue({
      code: 'custom',
      ...refusing(protocols.includes('http:') ? 'not_an_address' : 'not_an_https_address'),
    });
    return z.NEVER;
  });

export const httpUrl = () => webAddress(['http:', 'https:']);

/** A router keeps its route in the fragment (`#/path`): another one is another page. */
export const withoutFragment = (address: string): string => address.replace(/#(?!!?\/).*$/s, '');
