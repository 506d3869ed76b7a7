import { visible } from '../../kit/text/visible.ts';

const ACTS = /<(?=\/?\s*(?:script|iframe|object|embed|style)\b|[^<>]*(?:\son\w+\s*=|javascript:))([^<>]*)>?/gi;

/** What a model wrote, as text: nothing invisible, and no markup that would act where somebody forgets to escape it. */
export const plainText = (text: string, most: number): string =>
  visible(text).replace(ACTS, '‹$1›').trim().slice(0, most).toWellFormed();
