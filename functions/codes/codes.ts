import { DELIVERY_REASONS } from './delivery-reasons.ts';
import { NOTES } from './notes.ts';
import { REASONS } from './reasons.ts';
import { REFUSALS } from './refusals.ts';

const WHY = /* @__PURE__ */ Object.assign({}, REASONS, DELIVERY_REASONS);
export const CODES = /* @__PURE__ */ Object.assign({}, REFUSALS, WHY, NOTES);
export type Code = keyof typeof CODES;
