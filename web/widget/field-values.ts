/** A longer number may be of a card or a phone, or a code. */
const MAX_DIGITS = 3;

/** A value that a picture may show: a choice or a short number, unless browsers fill the field from a person's profile. */
export const shownValue = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): string | undefined => {
  const { type, value, autocomplete } = field;
  if (!/^(|on|off)$/.test(autocomplete)) return undefined;
  if (type === 'select-one') return (field as HTMLSelectElement).selectedOptions[0]?.text;
  const isShort = type === 'number' && value.replace(/\D/g, '').length <= MAX_DIGITS;
  return isShort || /^(color|time)$/.test(type) ? value : undefined;
};
