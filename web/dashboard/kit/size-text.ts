const SIZES = [
  ['megabyte', 1024 * 1024],
  ['kilobyte', 1024],
  ['byte', 1],
] as const;

export const sizeText = (bytes: number, locale: string): string => {
  const [unit, length] = SIZES.find(([, least]) => bytes >= least) ?? SIZES[2];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / length);
};
