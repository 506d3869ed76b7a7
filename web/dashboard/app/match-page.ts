import type { AnyPage, Found } from '../kit/page-table.ts';
import { PUBLIC_PAGES } from '../public/pages.ts';
import { PAGES } from './pages.ts';

export const DASHBOARD = '/dashboard';

export const isOfDashboard = (path: string): boolean => path === DASHBOARD || path.startsWith(`${DASHBOARD}/`);

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

const match = (page: AnyPage, path: string): Found | undefined => {
  const [wanted, given] = [page.path.split('/'), path.split('/')];
  const at: Found['at'] = {};
  if (wanted.length !== given.length) return undefined;
  for (const [index, part] of wanted.entries()) {
    const there = given[index] ?? '';
    const value = part.startsWith('$') ? decoded(there) : undefined;
    if (value) at[part.slice(1)] = value;
    else if (part !== there) return undefined;
  }
  return { page, at };
};

/** Static segments come before parameters. */
export const matchPage = (address: string): Found | undefined => {
  const path = address.replace(/(?<=.)\/$/, '');
  if (path === DASHBOARD) return { page: PAGES.inbox, at: {} };
  const [pages, rest] = isOfDashboard(path) ? [PAGES, path.slice(DASHBOARD.length)] : [PUBLIC_PAGES, path];
  const found = Object.values<AnyPage>(pages).flatMap((page) => match(page, rest) ?? []);
  return found.find(({ page }) => page.path === rest) ?? found[0];
};
