import { formatNumber } from './formats.tsx';

const SIZES = [
  ['megabyte', 1024 * 1024],
  ['kilobyte', 1024],
  ['byte', 1],
] as const;

export const sizeText = (bytes: number): string => {
  const [unit, length] = SIZES.find(([, least]) => bytes >= least) ?? SIZES[2];
  return formatNumber(bytes / length, { style: 'unit', unit, maximumFractionDigits: 1 });
};
