import { describe, expect, test } from '@jest/globals';
import { readTranscript } from '../../../functions/reviews/read/extract/transcript.ts';
import { processorMs } from '../../processor-time.ts';

describe('a transcript', () => {
  test('a WebVTT transcript keeps speakers and times; notes, styles and settings are left out', () => {
    const source =
      '\ufeffWEBVTT - Tea talk\r\nLanguage: en-GB\r\n\r\nNOTE by hand\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n' +
      'intro\r\n00:01.000 --> 00:03.000 align:start\r\n<v.loud Ann Lee>Good <i>morning</i>.</v>\r\n\r\n' +
      '00:03.000 --> 00:05.000\r\n<v Ann Lee>Tea &amp; cake?</v>\r\n\r\n01:00:05.500 --> 01:00:07.000\r\n<v Bo>Yes.\r\nPlease.';
    expect(readTranscript(source)).toMatchObject({
      title: 'Tea talk',
      language: 'en-GB',
      text: '[00:01] Ann Lee: Good morning. Tea & cake?\n\n[1:00:05] Bo: Yes. Please.',
    });
  });

  test('a SubRip transcript reads the same, with names before what is said', () => {
    const source =
      '1\n00:00:01,000 --> 00:00:02,000\nANN: Hello.\n\n2\n00:00:02,100 --> 00:00:03,000\n{\\an8}ANN: Tea?\n\n3\n00:00:09,000 --> 00:00:10,000\nBo: Yes.\n';
    expect(readTranscript(source).text).toBe('[00:01] ANN: Hello. Tea?\n\n[00:09] Bo: Yes.');
  });

  test('a transcript whose captions roll gives each line once', () => {
    const cue = (at: number, text: string) => `00:0${at}.000 --> 00:0${at + 1}.000\n${text}\n\n`;
    expect(readTranscript(`WEBVTT\n\n${cue(1, 'One line')}${cue(2, 'One line')}${cue(3, 'two lines')}`).text).toBe(
      '[00:01] One line two lines',
    );
  });

  test('a transcript by YouTube gives each line once, including the first', () => {
    const cues = [
      ['00.160 --> 00:00:02.389', ' ', 'the<00:00:00.400><c> quick</c><00:00:00.800><c> brown fox</c>'],
      ['02.389 --> 00:00:02.399', 'the quick brown fox', ' '],
      ['02.399 --> 00:00:05.000', 'the quick brown fox', 'jumps<00:00:02.900><c> over the lazy</c>'],
      ['05.000 --> 00:00:05.010', 'jumps over the lazy', ' '],
      ['05.010 --> 00:00:09.000', 'jumps over the lazy', 'dog<00:00:06.000><c> twice</c>'],
    ].map(([times, ...lines]) => [`00:00:${times} align:start position:0%`, ...lines].join('\n'));
    expect(readTranscript(`WEBVTT\nKind: captions\nLanguage: en\n\n${cues.join('\n\n')}\n`)).toMatchObject({
      language: 'en',
      text: '[00:00] the quick brown fox jumps over the lazy dog twice',
    });
  });

  test('keeps an answer that repeats the question of another speaker', () => {
    const cue = (at: number, text: string) => `00:0${at}.000 --> 00:0${at + 1}.000\n${text}\n\n`;
    expect(readTranscript(`WEBVTT\n\n${cue(1, '<v Ann>Really?')}${cue(2, '<v Bo>Really?')}`).text).toBe(
      '[00:01] Ann: Really?\n\n[00:02] Bo: Really?',
    );
  });

  test('keeps words that are said again after a pause, with the time of the words after them', () => {
    const cue = (at: string, text: string) => `${at}.000 --> ${at}.900\n${text}\n\n`;
    expect(
      readTranscript(`WEBVTT\n\n${cue('00:03', 'Yes.')}${cue('01:30', 'Yes.')}${cue('01:32', 'Good.')}`).text,
    ).toBe('[00:03] Yes.\n\n[01:30] Yes. Good.');
  });

  test('keeps an answer that repeats the one before it in a dialogue', () => {
    const source =
      '1\n00:00:01,000 --> 00:00:05,000\n- Are you sure?\n- No.\n\n2\n00:00:05,000 --> 00:00:08,000\n- No.\n- Then why?\n';
    expect(readTranscript(source).text).toBe('[00:01] - Are you sure? - No. - No. - Then why?');
  });

  const srt = (joint: string, ...texts: string[]) =>
    texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}`).join(joint);

  test.each([
    ['an empty line in a cue', srt('\n\n', 'One\n\nmore line', 'and the end.'), '[00:00] One more line and the end.'],
    ['no empty lines between cues', srt('\n', 'In 5 days', 'we are', 'done.'), '[00:00] In 5 days we are done.'],
    [
      'sentences with a colon',
      srt('\n\n', 'The rule is: ship it.', 'The rule is: no meetings.'),
      '[00:00] The rule is: ship it. The rule is: no meetings.',
    ],
    ['signs of less and more', srt('\n\n', '3 < 5 and 6 > 2', '<i>so</i> it is'), '[00:00] 3 < 5 and 6 > 2 so it is'],
    [
      'a name of several words',
      srt('\n\n', 'Ann Lee Smith: Hi.', 'Speaker 2: Hi.'),
      '[00:00] Ann Lee Smith: Hi.\n\n[00:01] Speaker 2: Hi.',
    ],
  ])('a transcript with %s is whole', (_, source, text) => {
    expect(readTranscript(source).text).toBe(text);
  });

  test('a transcript of a long talk has paragraphs', () => {
    const cues = Array.from({ length: 60 }, (_, index) => {
      const at = String(index).padStart(2, '0');
      return `00:${at}.000 --> 00:${at}.900\nThis is the sentence with the number ${index}.`;
    });
    const { text } = readTranscript(`WEBVTT\n\n${cues.join('\n\n')}`);
    expect(text.split('\n\n').length).toBeGreaterThan(2);
    expect(text).toMatch(/^\[00:00\] This/);
  });

  test('a plain-text transcript keeps its text', () => {
    expect(readTranscript('Ann: Hello.\r\n\r\n\r\nBo: Hi.  \n').text).toBe('Ann: Hello.\n\nBo: Hi.');
  });

  test('a transcript made to be slow is read in bounded time', async () => {
    const read = (piece: string) =>
      readTranscript(`WEBVTT\n\n00:01.000 --> 00:02.000\n${piece.repeat(1_000_000 / piece.length)}`);
    for (const piece of ['00:00.000 --> ', '<', '&', '\n\n', ' \n', '<v a', '1:'])
      expect(await processorMs(() => read(piece))).toBeLessThan(15_000);
  });
});
