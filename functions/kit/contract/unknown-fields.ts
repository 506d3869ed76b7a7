import type * as z from 'zod';
import type { RefusalCode } from '../../codes/refusals.ts';
import type { Values } from '../../codes/sentence.ts';
import { type Misfit, misfit } from '../errors.ts';
import { nearestName } from '../text/nearest.ts';
import { isRecord } from '../unknown.ts';

type Def = z.core.$ZodTypes['_zod']['def'];
type Loc = (string | number)[];

const MAX_UNKNOWN_FIELDS = 20;
const MAX_NAME = 60;

const defOf = (shape: unknown): Def => (shape as { _zod: { def: Def } })._zod.def;

/** Objects and lists, without their wrappers. */
const unwrapped = (shape: unknown): Def[] => {
  const def = defOf(shape);
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return unwrapped(def.innerType);
    case 'pipe':
      return unwrapped(defOf(def.in).type === 'transform' ? def.out : def.in);
    case 'union':
      return def.options.flatMap(unwrapped);
    default:
      return [def];
  }
};

export const unknownField = (loc: Loc, field: string, known: readonly string[]): Misfit => {
  const nearest = nearestName(field, known);
  const shown = field.slice(0, MAX_NAME);
  const [code, values]: [RefusalCode, Values] =
    nearest === undefined ? ['unknown_fields', { fields: shown }] : ['unknown_field', { field: shown, nearest }];
  return misfit([...loc, shown], code, values, 'unrecognized_keys');
};

/** Of a place that has no shape. */
export const unknownNames = (loc: Loc, given: object, known: readonly string[]): Misfit[] =>
  Object.keys(given)
    .filter((name) => !known.includes(name))
    .slice(0, MAX_UNKNOWN_FIELDS)
    .map((name) => unknownField(loc, name, known));

const look = function* (loc: Loc, shape: unknown, value: unknown): Generator<Misfit, void> {
  const defs = unwrapped(shape);
  if (Array.isArray(value)) {
    const elements = defs.flatMap((def) => (def.type === 'array' ? [def.element] : []));
    if (elements.length === 0) return;
    for (const [at, entry] of value.entries()) {
      for (const element of elements) yield* look([...loc, at], element, entry);
    }
    return;
  }
  const shapes = defs.flatMap((def) => (def.type === 'object' ? [def.shape] : []));
  if (!isRecord(value) || shapes.length === 0) return;
  if (defs.some((def) => def.type !== 'object' && def.type !== 'null')) return;
  const known = [...new Set(shapes.flatMap((one) => Object.keys(one)))];
  for (const [field, inner] of Object.entries(value)) {
    const fitting = shapes.find((one) => Object.hasOwn(one, field));
    if (fitting) yield* look([...loc, field], fitting[field], inner);
    else yield unknownField(loc, field, known);
  }
};

/** The first fields that no shape at their place knows; finding a nearest name for thousands would take seconds. */
export const unknownFields = (loc: Loc, shape: unknown, value: unknown): Misfit[] => {
  const found: Misfit[] = [];
  for (const misfit of look(loc, shape, value)) if (found.push(misfit) === MAX_UNKNOWN_FIELDS) break;
  return found;
};
