import { visible } from '../../kit/text/visible.ts';

const ACTS = /<(?=\/?\s*(?:script|iframe|object|embed|style)\b|[^<>]*(?:\son\w+\s*=|javascript:))([^<>]*)>?/gi;

/** A model's text without invisible characters, and without markup that would act if it weren't escaped. */
export const plainText = (text: string, most: number): string =>
  visible(text).replace(ACTS, '‹$1›').trim().slice(0, most).toWellFormed();
