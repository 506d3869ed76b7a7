import { describe, expect, test } from '@jest/globals';
import { readJson } from '../../../functions/reviews/ask/parse-answer.ts';
import { processorMs } from '../../processor-time.ts';

const KEYS = ['dimensions'];
const VALUE = { dimensions: [{ dimension: 'Clarity', score: 3, comment: 'Two {x} and "y".' }] };
const JSON_TEXT = JSON.stringify(VALUE);
const read = (text: string) => readJson(text, KEYS);

describe('reading a whole answer', () => {
  test.each([
    ['alone', JSON_TEXT],
    ['in a fence', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
    ['in a fence that is followed by braces', `\`\`\`json\n${JSON_TEXT}\n\`\`\`\nFill in {x} and {y}.`],
    ['after braces in prose', `I read {title} and {body}:\n${JSON_TEXT}`],
    ['after thoughts', `<think>{"dimensions": []}</think>${JSON_TEXT}`],
    ['after thoughts that never end', `<think>First {"dimensions": []}, then better:\n${JSON_TEXT}`],
    ['after a draft', `${JSON.stringify({ dimensions: [] })}\nFinal:\n${JSON_TEXT}`],
    ['before an example that breaks off', `${JSON_TEXT}\nFor example {"dimensions": [{"dimension": "Tr`],
    ['before an example that breaks off at a brace', `${JSON_TEXT}\nFor example {"dimensions": [{"dimension": "{x}`],
    ['with a trailing comma', JSON_TEXT.replace('}]', '},]')],
    ['with single quotes around its keys', JSON_TEXT.replaceAll(/"(\w+)":/g, "'$1':")],
    ['with a byte order mark', `\uFEFF${JSON_TEXT}`],
  ])('a whole answer is read %s', (_, text) => {
    expect(read(text)).toEqual({ value: VALUE, whole: true });
  });

  test('a whole answer is read with a raw line break in a text', () => {
    expect(read('{"dimensions": [{"comment": "One.\nTwo."}]}')).toEqual({
      value: { dimensions: [{ comment: 'One.\nTwo.' }] },
      whole: true,
    });
  });
});

describe('an answer with quotation marks that are not escaped', () => {
  const finding = (comment: string) => `{"dimension": "Clarity", "comment": "${comment}"}`;
  const answer = (...comments: readonly string[]) =>
    `{"scores": [{"dimension": "Clarity", "score": 3}], "dimensions": [${comments.map(finding).join(', ')}]}`;
  const commentsIn = (text: string) => {
    const { value, whole } = read(text) ?? {};
    return { whole, comments: (value as typeof VALUE | undefined)?.dimensions.map(({ comment }) => comment) };
  };

  test.each([
    ['in the first', ['Das „Wort" fehlt.', 'Zwei.', 'Drei.']],
    ['in the last', ['Eins.', 'Zwei.', 'Das „Wort" fehlt.']],
    ['in all three', ['Das „Wort" fehlt.', 'Ein „Satz" auch.', 'Der „Rest" ebenso.']],
  ])('keeps all findings with one %s', (_, comments) => {
    expect(commentsIn(answer(...comments))).toEqual({ whole: true, comments });
    expect(commentsIn(`\`\`\`json\n${answer(...comments)}\n\`\`\`\n`)).toEqual({ whole: true, comments });
  });

  test('is not whole if it breaks off', () => {
    const text = answer('Das „Wort" fehlt.', 'Zwei.', 'Drei.').slice(0, -8);
    expect(read(text)?.whole).not.toBe(true);
  });
});

test.each([
  ['in a text', '{"dimensions": [{"dimension": "Clarity", "score": 3}, {"dimension": "Trust", "comment": "This senten'],
  ['in a number', '{"dimensions": [{"dimension": "Clarity", "score": 3}, {"dimension": "Trust", "score": '],
  ['between entries', '{"dimensions": [{"dimension": "Clarity", "score": 3},'],
])('an answer that breaks off %s keeps its whole entries', (_, text) => {
  expect(read(text)).toEqual({ value: { dimensions: [{ dimension: 'Clarity', score: 3 }] }, whole: false });
});

test.each([
  ['nothing', ''],
  ['prose', 'I would rather not.'],
  ['an answer to something else', '{"verdict": "good"}'],
  ['an array', '[1, 2]'],
  ['an answer that breaks off before its first entry is whole', '{"dimensions": [{"dimension": "Cl'],
])('%s is no answer', (_, text) => {
  expect(read(text)).toBeUndefined();
});

test.each([
  ['braces alone', '{'.repeat(200_000)],
  ['braces that close', '{}'.repeat(100_000)],
  ['brackets', `{"dimensions": ${'['.repeat(200_000)}`],
  ['quotes', `{"dimensions": ${'"'.repeat(199_999)}`],
  ['objects in a text that seems to end', `${'{"a":"b",'.repeat(22_000)}"}`],
])('200 KB of %s take no time worth naming', async (_, text) => {
  expect(await processorMs(() => void read(text))).toBeLessThan(1500);
});
