import { CONCLUSION_NOTES } from './conclusion-notes.ts';
import { DELIVERY_REASONS } from './delivery-reasons.ts';
import { ELEMENT_NOTES, READING_NOTES } from './reading-notes.ts';
import { REASONS } from './reasons.ts';
import { REFUSALS } from './refusals.ts';

const READING = /* @__PURE__ */ Object.assign({}, ELEMENT_NOTES, READING_NOTES);
const NOTES = /* @__PURE__ */ Object.assign({}, READING, CONCLUSION_NOTES);
const WHY = /* @__PURE__ */ Object.assign({}, REASONS, DELIVERY_REASONS);
export const CODES = /* @__PURE__ */ Object.assign({}, REFUSALS, WHY, NOTES);
export type Code = keyof typeof CODES;
