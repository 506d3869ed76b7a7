/** The beginning of a text within so many UTF-16 units and so many bytes, whole characters only. */
export const cut = (text: string, units: number, bytes: number): string => {
  if (text.length <= units && Buffer.byteLength(text) <= bytes) return text;
  let kept = '';
  let size = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (kept.length + character.length > units || size > bytes) break;
    kept += character;
  }
  return kept;
};
