import { CONCLUSION_NOTES } from './conclusion-notes.ts';
import { FACT_REASONS } from './fact-reasons.ts';
import { ELEMENT_NOTES, READING_NOTES } from './reading-notes.ts';

const READING = /* @__PURE__ */ Object.assign({}, ELEMENT_NOTES, READING_NOTES);
/** Reports and the demo say them in the language of their reader, so their German is here. */
export const NOTES = /* @__PURE__ */ Object.assign({}, READING, CONCLUSION_NOTES, FACT_REASONS);
