import axe from 'axe-core';
import type { z } from 'zod';
import { candidatesScript, MAX_CANDIDATES } from './in-page/candidates.ts';
import { checkPage } from './in-page/check-page.ts';
import { childrenOf } from './in-page/flat-tree.ts';
import { pageTools } from './in-page/page-tools.ts';
import { readLayout } from './in-page/read-layout.ts';
import { readParts } from './in-page/read-parts.ts';
import { readTexts } from './in-page/read-texts.ts';
import type { RenderOrder } from './order.ts';

export interface PageScript {
  /** An expression for the page's isolated world, whose value is plain JSON; undefined if the order doesn't ask for it. */
  expression: (wants: z.output<typeof RenderOrder>['wants']) => string | undefined;
  /** In characters of JSON; a longer answer is dropped. */
  most: number;
  ms: number;
  /** It may itself be what takes too long, and is not tried again. */
  isLong?: true;
}

const TOOLS = `(${pageTools})(${childrenOf})`;
const MEASURE = `((page) => ({ ...(${readParts})(page), ...(${readTexts})(page), ...(${readLayout})(page) }))(${TOOLS})`;

const checks = (rules: readonly string[]): PageScript => {
  const expression = `(() => {
    if (!globalThis.axe) { ${axe.source} }
    return (${checkPage})(${TOOLS}, ${JSON.stringify(rules)});
  })()`;
  return {
    expression: (wants) => (wants.measurements ? expression : undefined),
    most: 900_000,
    ms: 12_000,
    isLong: true,
  };
};

/** The stable checks up to WCAG 2.2 AA, without those that repeat another or need a person. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const EXCEPT = ['region', 'frame-tested', 'meta-viewport-large'];
/** They ask where each piece of text is painted: on a large page they take most of the time. */
const VISUAL = ['color-contrast', 'target-size'];
const RULES = axe
  .getRules(TAGS)
  .filter(({ ruleId, enabled }) => (enabled || ruleId === 'label-content-name-mismatch') && !EXCEPT.includes(ruleId))
  .map(({ ruleId }) => ruleId)
  .filter((id) => !VISUAL.includes(id));

/** Evaluated in each page for which the order asks. Each has its own end, so that a slow one takes no other with it. */
export const SCRIPTS: Readonly<Record<'measurements' | 'checks' | 'visual_checks' | 'candidates', PageScript>> = {
  measurements: { expression: (wants) => (wants.measurements ? MEASURE : undefined), most: 900_000, ms: 8000 },
  checks: checks(RULES),
  visual_checks: checks(VISUAL),
  candidates: {
    expression: ({ candidates }) => candidates && candidatesScript(candidates),
    most: MAX_CANDIDATES,
    ms: 8000,
  },
};
