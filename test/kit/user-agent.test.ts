import { expect, test } from '@jest/globals';
import { browserOf, shortAgent } from '../../functions/kit/text/user-agent.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'Chrome 141, macOS'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.1`,
    'Edge 141, Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140, Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari 18, iOS',
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 8) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome 141, Android'],
  ['an unknown thing with a rather long name that goes on', 'an unknown thing with a rather long name'],
  ['', ''],
])('%s is %s', (text, short) => {
  expect(shortAgent(text)).toBe(short);
});

test('browserOf knows no other program', () => expect(browserOf('curl/8.5.0')).toBeUndefined());
