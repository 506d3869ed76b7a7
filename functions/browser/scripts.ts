import axe from 'axe-core';
import type { z } from 'zod';
import { candidatesScript, MAX_CANDIDATES } from './in-page/candidates.ts';
import { measurePage } from './in-page/measure.ts';
import type { RenderOrder } from './order.ts';

const MAX_MEASUREMENTS = 900_000;

export interface PageScript {
  /** An expression for the page's isolated world, whose value is plain JSON; undefined if the order doesn't ask for it. */
  expression: (wants: z.output<typeof RenderOrder>['wants']) => string | undefined;
  /** In characters of JSON; a longer answer is dropped. */
  most: number;
  ms: number;
}

/** The stable checks up to WCAG 2.2 AA, without those that repeat another or need a person. */
const AXE_OPTIONS = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: {
    'label-content-name-mismatch': { enabled: true },
    ...Object.fromEntries(['region', 'frame-tested', 'meta-viewport-large'].map((id) => [id, { enabled: false }])),
  },
};

/** Evaluated in each page for which the order asks. */
export const SCRIPTS: Readonly<Record<'measurements' | 'candidates', PageScript>> = {
  measurements: {
    expression: (wants) =>
      wants.measurements
        ? `(() => { ${axe.source}; return (${measurePage})(${JSON.stringify(AXE_OPTIONS)}); })()`
        : undefined,
    most: MAX_MEASUREMENTS,
    ms: 15_000,
  },
  candidates: {
    expression: ({ candidates }) => candidates && candidatesScript(candidates),
    most: MAX_CANDIDATES,
    ms: 8000,
  },
};
