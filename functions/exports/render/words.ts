import type { STATUSES } from '../../annotations/rows.ts';

export const STATUS_WORDS: Readonly<Record<(typeof STATUSES)[number], { name: string; ink: string }>> = {
  pending: { name: 'Pending', ink: '#b45309' },
  blocked: { name: 'Blocked', ink: '#b91c1c' },
  resolved: { name: 'Resolved', ink: '#15803d' },
  won_t_fix: { name: "Won't fix", ink: '#52525b' },
  duplicate: { name: 'Duplicate', ink: '#4f46e5' },
};

export const INK = '#18181b';
export const QUIET = '#71717a';
export const RULE = '#e4e4e7';
export const LINK = '#1d4ed8';

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
