import type { Item } from '../kit/table/table.ts';
import type { Language } from '../mail/layout.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const record = (value: unknown): Item => (typeof value === 'object' && value !== null ? (value as Item) : {});

/** The site's choice, then the visitor's browser, then the workspace's default. */
export const languageOf = (workspace: Item, site: Item | undefined, captured: Item): Language => {
  const chosen = text(record(site?.widget).locale);
  const locale = chosen === undefined || chosen === 'auto' ? text(record(captured.environment).locale) : chosen;
  return /^de\b/i.test(locale ?? text(workspace.default_locale) ?? '') ? 'de' : 'en';
};
