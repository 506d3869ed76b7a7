import sniffEncoding from 'html-encoding-sniffer';

const PRESCAN_BYTES = 4096;
const REPLACEMENT = 0xfffd;
const FALLBACK = 'windows-1252';
const SINGLE_BYTE = /^(windows-|iso-8859-|ibm866|koi8|macintosh|x-mac)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what goes.
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g;

interface Hints {
  label: string | undefined;
  isMarkup: boolean;
  isCut: boolean;
}

const decode = (bytes: Uint8Array, charset: string, isCut: boolean): string | undefined => {
  try {
    // A cut text may end within a character; in stream mode it is left out instead of replaced.
    return new TextDecoder(charset).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
};

interface AsUtf8 {
  text: string;
  valid: number;
  broken: number;
}

const readAsUtf8 = (bytes: Uint8Array, isCut: boolean): AsUtf8 => {
  const text = decode(bytes, 'utf-8', isCut) ?? '';
  let [valid, broken] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === REPLACEMENT) broken += 1;
    else if (unit > 0x7f) valid += 1;
  }
  return { text, valid, broken };
};

const hasByteOrderMark = (bytes: Uint8Array) =>
  /^(efbbbf|fffe|feff)/.test(Buffer.from(bytes.subarray(0, 3)).toString('hex'));

/** As browsers do (mark, header, meta), except for what the bytes disprove: broken UTF-8, and unnamed UTF-8. */
const chooseEncoding = (bytes: Uint8Array, { label, isMarkup }: Hints, utf8: AsUtf8): string => {
  const hints = { defaultEncoding: FALLBACK, maxPrescanBytes: isMarkup ? PRESCAN_BYTES : 0 };
  const named = sniffEncoding(bytes, { ...hints, ...(label !== undefined && { transportLayerEncodingLabel: label }) });
  if (hasByteOrderMark(bytes)) return named;
  if (/^utf-8$/i.test(named)) {
    if (utf8.broken <= utf8.valid) return named;
    const inside = sniffEncoding(bytes, hints);
    return /^utf-8$/i.test(inside) ? FALLBACK : inside;
  }
  const isPlain = SINGLE_BYTE.test(named) && utf8.valid > 0;
  // Sixteen bits a character without a single zero byte, in what reads as UTF-8.
  const isNoUtf16 = /^utf-16/i.test(named) && !bytes.includes(0);
  return utf8.broken === 0 && (isPlain || isNoUtf16) ? 'UTF-8' : named;
};

/** Without control characters, which JSON would write six times as long. */
export const decodeText = (bytes: Uint8Array, hints: Hints): { text: string; charset: string } => {
  const { isCut } = hints;
  const utf8 = readAsUtf8(bytes, isCut);
  const charset = chooseEncoding(bytes, hints, utf8);
  const text = /^utf-8$/i.test(charset) ? utf8.text : decode(bytes, charset, isCut);
  return text === undefined
    ? { text: utf8.text.replace(CONTROLS, ''), charset: 'UTF-8' }
    : { text: text.replace(CONTROLS, ''), charset };
};
