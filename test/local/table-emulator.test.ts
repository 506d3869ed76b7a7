import { expect, test } from '@jest/globals';
import { chooseEmulator } from '../../lib/local/table-emulator.ts';

const NEEDS_JAVA = 'DynamoDB Local needs Java 17.';
const at = (more: Partial<Parameters<typeof chooseEmulator>[0]>) =>
  chooseEmulator({
    requested: undefined,
    program: '/bin/dynoxide',
    missing: () => undefined,
    system: 'os-cpu',
    ...more,
  });
const withoutJava = () => NEEDS_JAVA;

test('dynoxide is chosen without a check for Java if it has a build for the system', () => {
  const missing = () => {
    throw new Error('looked for');
  };
  expect(at({ missing })).toBe('dynoxide');
});

test('DynamoDB Local is chosen if it is requested, or if there is Java but no build', () => {
  expect(at({ program: undefined })).toBe('dynamodb-local');
  expect(at({ requested: 'dynamodb-local' })).toBe('dynamodb-local');
});

test('the error without a build and without Java says what to install', () => {
  const refusal = `dynoxide has no build for os-cpu. ${NEEDS_JAVA}`;
  expect(() => at({ program: undefined, missing: withoutJava })).toThrow(refusal);
  expect(() => at({ requested: 'dynamodb-local', missing: withoutJava })).toThrow(NEEDS_JAVA);
});

test('a requested emulator is never replaced by another', () => {
  expect(() => at({ requested: 'dynoxide', program: undefined })).toThrow('dynoxide has no build for os-cpu.');
  expect(() => at({ requested: 'moto' })).toThrow('SIDENOTE_TABLE must be one of dynoxide, dynamodb-local.');
});
