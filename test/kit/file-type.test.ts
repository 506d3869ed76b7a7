import { describe, expect, test } from '@jest/globals';
import { asAttachment, fileTypeOf, safeName } from '../../functions/kit/files/file-type.ts';

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1');

describe('fileTypeOf', () => {
  test.each([
    ['GIF89a\x01\0', 'image/gif'],
    ['%PDF-1.7\n%\xe2\xe3', 'application/pdf'],
    ['\x1a\x45\xdf\xa3\x9f', 'video/webm'],
    ['\0\0\0\x20ftypisom\0\0', 'video/mp4'],
    ['\x1b[31merror\x1b[0m\r\n\tat x', 'text/plain'],
    ['<svg onload=alert(1)>', 'text/plain'],
    ['<!doctype html><script>alert(1)</script>', 'text/plain'],
  ])('tells %j as %s', (start, type) => {
    expect(fileTypeOf(bytes(start))).toBe(type);
  });

  test.each([
    ['nothing', ''],
    ['a Windows program', 'MZ\x90\0\x03'],
    ['an archive', 'PK\x03\x04\x14\0'],
    ['a picture of a kind that browsers don’t show', '\0\0\0\x18ftypheic\0\0'],
    ['text in another encoding', 'caf\xe9'],
    ['text with a NUL', 'a\0b'],
  ])('refuses %s', (_, start) => {
    expect(fileTypeOf(bytes(start))).toBeUndefined();
  });
});

describe('safeName', () => {
  test.each([
    ['report.pdf', 'application/pdf', 'report.pdf'],
    ['Photo.JPG', 'image/jpeg', 'Photo.JPG'],
    ['../../etc/passwd', 'text/plain', 'passwd.txt'],
    ['C:\\temp\\run.exe', 'text/plain', 'run.exe.txt'],
    ['page.html', 'text/plain', 'page.html.txt'],
    ['invoice.pdf.exe', 'application/pdf', 'invoice.pdf.exe.pdf'],
    ['gpj\u202egnp.exe', 'image/png', 'gpjgnp.exe.png'],
    ['a\r\nSet-Cookie: x="1"', 'text/plain', 'aSet-Cookie x=1.txt'],
    ['...', 'image/webp', 'file.webp'],
    ['', 'text/plain', 'file.txt'],
    ['スクリーンショット.png', 'image/png', 'スクリーンショット.png'],
  ] as const)('makes of %j, which is %s, %j', (given, type, name) => {
    expect(safeName(given, type)).toBe(name);
  });

  test('cuts between characters', () => {
    expect(safeName('😀'.repeat(200), 'text/plain')).toBe(`${'😀'.repeat(90)}.txt`);
  });
});

test('the header of a download holds any name, twice', () => {
  expect(asAttachment('Büro (1)\ud800.txt')).toBe(
    `attachment; filename="B_ro (1)_.txt"; filename*=UTF-8''B%C3%BCro%20%281%29%EF%BF%BD.txt`,
  );
});
