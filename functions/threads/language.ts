import type { Item } from '../kit/table/table.ts';
import { fieldsOf, nonEmptyText } from '../kit/unknown.ts';
import type { Language } from '../mail/layout.ts';

/** The site's choice, then the visitor's browser, then the workspace's default. */
export const languageOf = (workspace: Item, site: Item | undefined, captured: Item): Language => {
  const chosen = nonEmptyText(fieldsOf(site?.widget).locale);
  const locale =
    chosen === undefined || chosen === 'auto' ? nonEmptyText(fieldsOf(captured.environment).locale) : chosen;
  return /^de\b/i.test(locale ?? nonEmptyText(workspace.default_locale) ?? '') ? 'de' : 'en';
};
