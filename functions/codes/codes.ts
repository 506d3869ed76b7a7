import { REASONS } from './reasons.ts';
import { REFUSALS } from './refusals.ts';

/** Every code of the service: of refusals, and of the reasons that are stored. */
export const CODES = /* @__PURE__ */ Object.assign({}, REFUSALS, REASONS);
export type Code = keyof typeof CODES;
