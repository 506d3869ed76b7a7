import { visible } from '../../kit/text/visible.ts';
import type { Content } from '../read/content.ts';

export interface Evidence {
  quote: string | null;
  element: string | null;
}

export interface Grounded extends Evidence {
  grounded: boolean;
}

const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/u;
const SPACE = /\s/u;
const DASH = /[\p{Pd}\u2212]/u;
const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u2039\u203a`\u00b4]/u;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\u00ab\u00bb]/u;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const LINE_BREAK = /[\n\r\u2028\u2029]/;

const LEAST_CHARACTERS = 12;
const LEAST_WORDS = 3;
const LEAST_OF_WORDS = 8;
const LEAST_OF_PART = 3;
const MOST_SHOWN = 600;

/** A text as it is compared, and where in the original each of its UTF-16 units came from. */
interface Plain {
  text: string;
  starts: number[];
  ends: number[];
}

const letter = (character: string): string => {
  if (SINGLE_QUOTES.test(character)) return "'";
  if (DOUBLE_QUOTES.test(character)) return '"';
  if (DASH.test(character)) return '-';
  return character.normalize('NFKD').toLowerCase();
};

/** Without case, invisible characters, and what typesetting makes of spaces, quotes, dashes and ligatures. */
const plainOf = (original: string): Plain => {
  const plain: Plain = { text: '', starts: [], ends: [] };
  const parts: string[] = [];
  let last = '';
  let at = 0;
  for (const character of original) {
    const from = at;
    at += character.length;
    if (!SPACE.test(character) && IGNORED.test(character)) continue;
    const isSpace = SPACE.test(character);
    for (const unit of isSpace ? ' ' : letter(character)) {
      if (IGNORED.test(unit) && unit !== ' ') continue;
      // A dash is the same with and without spaces around it, and twice in a row.
      if (unit === ' ' && (last === ' ' || last === '-' || last === '')) continue;
      if (unit === '-' && last === '-') continue;
      if (unit === '-' && last === ' ') {
        parts.pop();
        plain.starts.pop();
        plain.ends.pop();
      }
      parts.push(unit);
      for (let index = 0; index < unit.length; index += 1) {
        plain.starts.push(from);
        plain.ends.push(at);
      }
      last = unit;
    }
  }
  plain.text = parts.join('');
  return plain;
};

const ELLIPSIS = /\s*[[(]?\s*\.{3,}\s*[\])]?\s*/;
const OUTSIDE = /^[\s'"(),.:;-]+|[\s'"(),.:;-]+$/g;

const trimmed = (text: string): string => text.replace(OUTSIDE, '');

/** Long enough not to stand in most texts by chance. */
const tells = (text: string): boolean => {
  const width = text.length + (text.match(WIDE)?.length ?? 0);
  return (
    width >= LEAST_CHARACTERS || (width >= LEAST_OF_WORDS && text.split(' ').filter(Boolean).length >= LEAST_WORDS)
  );
};

/** Where a quote stands: one place for each of its parts. */
type Place = { from: number; to: number }[];

const placeOf = ({ text }: Plain, parts: readonly string[]): Place | undefined => {
  const places: Place = [];
  let after = 0;
  for (const part of parts) {
    const from = text.indexOf(part, after);
    if (from === -1) return undefined;
    after = from + part.length;
    places.push({ from, to: after });
  }
  return places;
};

/** Whole words only, and the full stop with them where the quote had one. */
const shown = (original: string, { starts, ends }: Plain, place: Place): string =>
  visible(place.map(({ from, to }) => original.slice(starts[from], ends[to - 1])).join(' … ')).slice(0, MOST_SHOWN);

const bareId = (id: string): string => id.replace(/^[\s#"'`[(<]+|[\s"'`\])>]+$/g, '').toLowerCase();

/**
 * Verifies evidence against the content that it points at. A quote stands where its words do, in order, whatever became
 * of spaces, case, dashes, quotation marks and compositions on the way; an ellipsis may leave something out. It is given
 * back as the content has it. A quote that stands nowhere is kept, and not grounded, whatever element is named with it.
 */
export const groundIn = (content: Content): ((evidence: Evidence) => Grounded) => {
  const text = plainOf(content.text);
  const lines = new Set(content.text.split(LINE_BREAK).map((line) => trimmed(plainOf(line).text)));
  const ids = new Map(content.elements.map(({ id }) => [bareId(id), id]));
  for (const { element } of content.pictures) ids.set(bareId(element), element);
  const labels = content.elements.flatMap(({ id, label, href }) =>
    [label, href ?? ''].filter(Boolean).map((original) => ({ id, original, plain: plainOf(original) })),
  );
  if (content.title) labels.push({ id: '', original: content.title, plain: plainOf(content.title) });

  const inText = (wanted: string, element: string | undefined): string | undefined => {
    const whole = placeOf(text, [wanted]);
    if (whole && (tells(wanted) || lines.has(wanted) || element !== undefined)) return shown(content.text, text, whole);
    const parts = wanted.split(ELLIPSIS).map(trimmed).filter(Boolean);
    if (parts.length < 2 || !parts.some(tells) || parts.some(({ length }) => length < LEAST_OF_PART)) return undefined;
    const place = placeOf(text, parts);
    return place && shown(content.text, text, place);
  };

  const inLabel = (wanted: string, element: string | undefined): string | undefined => {
    const found = labels.find(({ id, plain }) => {
      if (trimmed(plain.text) === wanted) return true;
      return plain.text.includes(wanted) && (tells(wanted) || (element !== undefined && id === element));
    });
    const place = found && placeOf(found.plain, [wanted]);
    return place && shown(found.original, found.plain, place);
  };

  return ({ quote, element }) => {
    const named = element === null ? undefined : ids.get(bareId(element));
    const wanted = quote === null ? '' : trimmed(plainOf(quote).text);
    if (wanted === '') return { quote: null, element: named ?? null, grounded: named !== undefined };
    const stands = inText(wanted, named) ?? inLabel(wanted, named);
    return { quote: stands ?? quote, element: named ?? null, grounded: stands !== undefined };
  };
};
