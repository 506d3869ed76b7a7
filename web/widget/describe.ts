import { cleanText, squash } from '../../functions/browser/in-page/clean.ts';
import { describing, frameOf } from '../../functions/browser/in-page/describe.ts';

export const { SILENT, isMasked, isShown, visibleText, wordsOf, holder, landmarkOf, testAttributes } = describing({
  cleanText,
  squash,
  frameOf,
});
