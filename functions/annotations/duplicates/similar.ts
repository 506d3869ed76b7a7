import { faultsIn, thingsOf, wordsOf } from './concepts.ts';

export interface Reported {
  page: string;
  /** Its selector; undefined if the note is about the whole page. */
  element: string | undefined;
  text: string;
}

const COMMON = new Set(
  (
    'a an and are as at be been but by can could do does did for from had has have here how i if in into is it its just me my no not of on ' +
    'one only or our out so that the their them then there they this though to too was we were what when where which who why will with you your ' +
    'aber als am an auch auf aus bei bin bis da das dass dem den der des die dies diese dieser doch dort du ein eine einem einen einer er es fur ' +
    'gibt habe haben hat hier ich ihr im in ist ja kann kein keine keinen man mein meine mich mir mit nach nicht noch nur ob oder obwohl schon sehr ' +
    'sich sie sind so soll um und uns unter vom von vor war was wegen weil wenn wer wie wir wird wo zu zum zur trotz lasst lassen uber'
  ).split(' '),
);

const STEM = 5;
const stem = (word: string) => word.slice(0, STEM);

/** The subjects of a text: names of known things, and beginnings of other words. */
const subjectsOf = (text: string): Set<string> =>
  new Set(
    wordsOf(text)
      .filter((word) => !COMMON.has(word))
      .flatMap((word) => {
        const things = thingsOf(word);
        return things.length > 0 ? things : [stem(word)];
      }),
  );

/** A longer text is compared by its beginning. */
const MAX_TEXT = 500;

/** Every note about a place names it, so those words don't tell two of its faults apart. */
const placeOf = ({ page, element = '' }: Reported): Set<string> =>
  subjectsOf(`${page} ${element}`.replace(/[^\p{L}\p{N}]+/gu, ' '));

const countBoth = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [...one].filter((each) => other.has(each)).length;

const shareOf = (both: number, one: number, other: number) => (one + other === 0 ? 0 : (2 * both) / (one + other));

const WISH = /\?|^(?:please|bitte)\b|\bi (?:miss|want|need)\b|\bshould\b|\bich (?:vermisse|möchte|brauche)\b/i;

/** A note as it is compared, read once for all comparisons. */
export const readReport = (reported: Reported) => {
  const text = reported.text.slice(0, MAX_TEXT);
  const { page, element } = reported;
  const place = placeOf(reported);
  return { page, element, place, subjects: subjectsOf(text), faults: faultsIn(text), isWish: WISH.test(text) };
};

export type ReadReport = ReturnType<typeof readReport>;

export const featuresOf = (one: ReadReport, other: ReadReport) => {
  const isSameElement = one.element !== undefined && one.element === other.element;
  const isOfPage = one.page === other.page && (one.element === undefined || other.element === undefined);
  const place = new Set([...one.place, ...other.place]);
  const mine = new Set([...one.subjects].filter((each) => !place.has(each)));
  const theirs = new Set([...other.subjects].filter((each) => !place.has(each)));
  const subjects = countBoth(mine, theirs);
  const faults = countBoth(one.faults, other.faults);
  return {
    isSameElement: Number(isSameElement),
    isOfPage: Number(isOfPage),
    subjects: Math.min(3, subjects),
    subjectShare: shareOf(subjects, mine.size, theirs.size),
    faults: Math.min(2, faults),
    faultShare: shareOf(faults, one.faults.size, other.faults.size),
    otherFaults: Number(faults === 0 && one.faults.size > 0 && other.faults.size > 0),
    wish: Number(one.isWish !== other.isWish),
  };
};

export type Features = ReturnType<typeof featuresOf>;
export type Weights = Record<keyof Features | 'bias', number>;

/** Fitted by `npm run eval:duplicates -- --fit`. */
const WEIGHTS: Weights = {
  isSameElement: -1.5,
  isOfPage: 1.5,
  subjects: 0.7,
  subjectShare: 1.1,
  faults: 2.1,
  faultShare: 1.8,
  otherFaults: -2.2,
  wish: -0.8,
  bias: 0.6,
};

/** Above 0 if they probably report the same. Notes of different places never do. */
export const likeness = (features: Features, weights = WEIGHTS): number => {
  if (features.isSameElement + features.isOfPage === 0) return Number.NEGATIVE_INFINITY;
  return Object.entries(features).reduce(
    (sum, [name, value]) => sum + value * weights[name as keyof Features],
    weights.bias,
  );
};
