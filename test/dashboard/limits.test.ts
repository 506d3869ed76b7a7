import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { areas } from '../../functions/areas.ts';
import { DEMO_LIMITS } from '../../functions/demo/run-demo.ts';
import { DAY, SECOND } from '../../functions/kit/clock.ts';
import { MAX_IMAGE_BYTES } from '../../functions/kit/files/image.ts';
import { agentTools } from '../../functions/mcp/tools.ts';
import { PANEL } from '../../functions/reviews/api/panel.ts';
import { LEAST_LABELS } from '../../functions/reviews/judge/calibration/card.ts';
import { LEAST_NEW } from '../../functions/reviews/judge/calibration/recipe.ts';
import { MAX_TEXT } from '../../functions/reviews/read/content.ts';
import { MAX_PANEL } from '../../functions/reviews/rows.ts';
import { WINDOW_DAYS } from '../../functions/usage/window.ts';
import { GRACE } from '../../functions/workspaces/store.ts';
import { MOST } from '../../web/dashboard/kit/most.ts';
import { FIGURES } from '../../web/dashboard/words/figures.ts';

interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
}

const bodyOf = (operation: string): Shape => {
  const row = areas.flatMap(({ rows }) => Object.entries(rows)).find(([id]) => id === operation)?.[1];
  return z.toJSONSchema(row?.body ?? z.never(), { io: 'input', unrepresentable: 'any' }) as Shape;
};

const bare = (shape: Shape | undefined): Shape | undefined =>
  shape?.anyOf ? bare(shape.anyOf[0]) : shape?.items && !shape.maxItems ? bare(shape.items) : shape;

/** Down into fields, and into what lists hold. */
const fieldOf = (operation: string, path: readonly string[]): Shape | undefined =>
  path.reduce<Shape | undefined>((shape, name) => {
    const inside = bare(shape);
    return bare((inside?.items ?? inside)?.properties?.[name]);
  }, bodyOf(operation));

describe('what pages let people write', () => {
  const fields = Object.entries(MOST).flatMap(([way, most]) => {
    const [operation = '', ...path] = way.split('.');
    return Object.entries(most).map(([name, value]) => ({ operation, path: [...path, name], value }));
  });

  test.each(fields)('$operation $path takes $value', ({ operation, path, value }) => {
    const { maxLength, maxItems, maximum } = fieldOf(operation, path) ?? {};
    expect(maxLength ?? maxItems ?? maximum).toBe(value);
  });

  test('stands nowhere else in figures', () => {
    const root = join(import.meta.dirname, '../../web/dashboard');
    const strays = globSync('**/*.tsx', { cwd: root }).filter(
      (path) => /maxLength=\{\d/.test(readFileSync(join(root, path), 'utf8')) && path !== 'kit/search-box.tsx',
    );
    expect(strays).toEqual([]);
  });
});

test('what pages tell of the service is so', () => {
  expect(FIGURES).toEqual({
    panel: PANEL,
    mostPersonas: MAX_PANEL,
    judgedCharacters: MAX_TEXT,
    imageMegabytes: MAX_IMAGE_BYTES / 1024 / 1024,
    firstFit: LEAST_NEW,
    enoughRatings: LEAST_LABELS,
    daysUntilErased: GRACE / DAY,
    usageDays: WINDOW_DAYS,
    mcpTools: agentTools.length,
    leastReason: fieldOf('reportShowcaseEntry', ['reason'])?.minLength,
    demoFetches: DEMO_LIMITS.fetch_ms / SECOND,
    demoJudges: DEMO_LIMITS.model_ms / SECOND,
    demoTakes: DEMO_LIMITS.whole_ms / SECOND,
  });
});
