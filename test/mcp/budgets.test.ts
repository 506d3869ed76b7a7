import { describe, expect, test } from '@jest/globals';
import type * as z from 'zod';
import type { Annotation, AnnotationList } from '../../functions/annotations/schema.ts';
import { MAX_RESOLUTIONS } from '../../functions/annotations/thread.ts';
import { DAY } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { fence } from '../../functions/mcp/fence.ts';
import { listView } from '../../functions/mcp/list-view.ts';
import { readTogether, readView } from '../../functions/mcp/read-view.ts';
import { resolutionsView } from '../../functions/mcp/resolutions-view.ts';
import { reviewView } from '../../functions/mcp/review-view.ts';
import { estimateTokens } from '../../functions/mcp/tokens.ts';
import type { ToolAnswer } from '../../functions/mcp/tool.ts';
import { toolNames } from '../../functions/mcp/tool-names.ts';
import { agentTools } from '../../functions/mcp/tools.ts';
import type { Reported } from '../../functions/reviews/report/what-to-fix.ts';
import { newWorkspace } from '../driver.ts';
import { connectClient } from './connect.ts';

type Detail = z.output<typeof Annotation>;
type Item = z.output<typeof AnnotationList>['items'][number];

/** The measure: our estimate, which is on the high side, and never below a quarter of the bytes. */
const tokens = (text: string) => Math.max(estimateTokens(text), Buffer.byteLength(text) / 4);
const tokensOf = ({ trusted, untrusted }: ToolAnswer) =>
  tokens(JSON.stringify(trusted)) + (untrusted === undefined ? 0 : tokens(fence(untrusted)));

const NOW = 1_795_219_200_000;
const FILE = `https://sidenote.example.com/files/k1.t2x3y4.${'a2V4Q1dT'.repeat(21)}.MDEyMzQ1Njc4OWFiY2RlZg`;
const WORDS = 'The Kaufen button, on small screens, hides 3 of 4 prices! ';
const SCRIPTS = [WORDS, '按钮在小屏幕上被切掉了，价格也看不见。', '🙂😡👀', 'a1B2c3', '{"x":[1,2]}'];
const long = (text: string, length: number) =>
  text
    .repeat(Math.ceil(length / text.length))
    .slice(0, length)
    .toWellFormed();

const detailOf = (text: string): Detail => ({
  id: newId(),
  site_id: newId(),
  status: 'resolved',
  kind: 'question',
  summary: long(text, 2000),
  assignee_id: newId(),
  auto_fix: true,
  visitor: {
    user_id: long(text, 120),
    metadata: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}${long(text, 38)}`, long(text, 200)])),
  },
  unattended_edits: {
    allowed: false,
    reason: 'This note is in quarantine as suspected spam. Ask a person.',
    allowed_by: null,
    allowed_by_name: '',
    allowed_at: null,
  },
  approval_state: 'withdrawn',
  priority: 'urgent',
  due_on: '2026-12-24',
  labels: Array.from({ length: 5 }, () => long(text, 24)),
  approval: {
    id: newId(),
    state: 'withdrawn',
    intent: long(text, 2000),
    requested_by: `mcp:${newId()}/${newId()} (${long('agent-', 80)})`,
    requested_at: String(NOW),
    decided_by: newId(),
    decided_by_name: long(text, 120),
    decided_at: String(NOW),
  },
  submitter: { kind: 'stakeholder', name: long(text, 120), has_email: true },
  origin: null,
  confirmation: { fixed: false, at: '1795219200000' },
  duplicate_of: newId(),
  duplicate_count: 100,
  verification: {
    state: 'not_checked',
    anchor: 'moved',
    score: 0.123,
    changed_inside: 0.123,
    changed_outside: 0.123,
    picture: FILE,
    element: {
      text: long(text, 200),
      name: long(text, 200),
      href: long(text, 200),
      width: 120.1,
      height: 40.1,
      beyond_x: 12,
    },
    reason: long(WORDS, 160),
    reason_codes: [],
    requested_at: String(NOW),
    checked_at: String(NOW),
  },
  anchor_check: { anchor: 'unreachable', score: 0.123, checked_at: String(NOW) },
  has_screenshot: true,
  acknowledged_at: String(NOW),
  acknowledged_by: `mcp:${newId()}/${newId()} (${long('agent-', 80)})`,
  lease_expires_at: String(NOW + 60_000),
  quarantine: ['link_markup', 'links', 'only_links', 'link_in_name'],
  waiting_for: 'visitor',
  flag: 'looks_unchanged',
  risks: ['addresses_agents', 'asks_for_secrets'],
  untrusted: [],
  created_at: String(NOW),
  updated_at: String(NOW),
  body: long(text, 10_000),
  page: { url: long(`https://shop.example.com/${text}`, 2048), route: long(text, 2048), title: long(text, 200) },
  anchor: {
    kind: 'element',
    selector: long(text, 1024),
    xpath: long(text, 1024),
    text: long(text, 200),
    frame_path: Array.from({ length: 10 }, () => long(text, 1024)),
  },
  source: { framework: 'react', component_path: long(text, 500), file: long(text, 500), line: 12, confidence: 0.8 },
  selection: { text: long(text, 2000) },
  environment: { viewport: { width: 1280, height: 800 }, user_agent: long(text, 500) },
  html: long(text, 1024),
  styles: Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`style-${at}`, long(text, 300)])),
  console: Array.from({ length: 20 }, () => ({ level: 'error' as const, message: long(text, 500), at: String(NOW) })),
  failed_requests: Array.from({ length: 20 }, () => ({
    method: 'GET',
    url: long(text, 2048),
    status: 500,
    at: String(NOW),
  })),
  screenshot_url: FILE,
  thumbnail_url: FILE,
  replies: Array.from({ length: 50 }, () => ({
    id: newId(),
    annotation_id: newId(),
    author: 'stakeholder' as const,
    author_name: long(text, 120),
    body: long(text, 2000),
    created_at: String(NOW),
  })),
  resolutions: Array.from({ length: 20 }, () => ({
    id: newId(),
    annotation_id: newId(),
    actor_id: `mcp:${newId()}`,
    actor_kind: 'mcp' as const,
    before_url: FILE,
    after_url: FILE,
    diff_url: long('https://git.example/', 2048),
    commit: long('3f786850', 64),
    branch: long(text, 255),
    pr_url: long('https://git.example/', 2048),
    explanation: long(text, 4096),
    notification_status: 'queued_reply' as const,
    created_at: String(NOW),
    notified_at: String(NOW),
  })),
});

const itemOf = (text: string): Item => ({
  ...detailOf(text),
  kind: 'question',
  summary: long(text, 2000),
  duplicate_of: newId(),
  excerpt: long(text, 300),
  page_url: long(`https://shop.example.com/${text}`, 300),
  element: long(text, 48),
});

describe('token budgets', () => {
  test('a short list leaves more room for what was written than a long one', () => {
    const lengths = [1, 200].map((count) => {
      const items = Array.from({ length: count }, () => ({
        ...itemOf('.,;'),
        assignee_id: newId(),
        risks: ['asks_for_secrets' as const],
      }));
      return (
        listView({ items, next_cursor: 'c'.repeat(500), untrusted: [] }, NOW).untrusted?.split('\n')[0]?.length ?? 0
      );
    });
    expect(lengths[0]).toBeGreaterThan(lengths[1]!);
  });

  test('the ten tools take under 12 KB together', async () => {
    const site = await (await newWorkspace()).site();
    const { tools } = await (await connectClient(site.mcp_token)).listTools();
    expect(tools.map(({ name }) => name)).toEqual([...toolNames]);
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(12 * 1024);
  });

  test('every part of a read stays under 2,500 tokens, however much was written and in whatever script', () => {
    for (const text of SCRIPTS) {
      const detail = detailOf(text);
      const first = readView(detail, 1, NOW);
      const { parts } = first.trusted as { parts: number };
      expect(parts).toBeGreaterThan(1);
      for (const part of [1, 2, 3, parts >> 1, parts - 1, parts]) {
        expect(tokensOf(readView(detail, part, NOW))).toBeLessThan(2500);
      }
      expect(() => readView(detail, parts + 1, NOW)).toThrow(
        expect.objectContaining({ code: 'no_such_part', values: { count: parts } }),
      );
    }
  });

  test('the first part of a read holds the beginning of note, page and element, and says how to go on', () => {
    const detail = detailOf(WORDS);
    const { trusted, untrusted } = readView(detail, 1, NOW);
    expect(untrusted).toMatch(/^note: The Kaufen.*\npage: url=.*\nelement: kind="element" selector=/);
    expect(trusted).toMatchObject({ part: 1, next: `read_annotation {"id":"${detail.id}","part":2}` });
  });

  test('eight notes read together stay under 25,000 tokens, each with its own next part', () => {
    for (const text of SCRIPTS) {
      const together = readTogether(
        Array.from({ length: 8 }, () => detailOf(text)),
        NOW,
        'full',
      );
      expect(tokensOf(together)).toBeLessThan(20_500);
      const { notes } = together.trusted as { notes: { id: string; next: string }[] };
      for (const { id, next } of notes) expect(next).toBe(`read_annotation {"id":"${id}","part":2,"detail":"full"}`);
    }
  });

  test('a hundred resolutions stay under 25,000 tokens, the latest with their images', () => {
    for (const text of SCRIPTS) {
      const [one] = detailOf(text).resolutions;
      const answer = resolutionsView(Array.from({ length: MAX_RESOLUTIONS }, () => ({ ...one!, id: newId() })));
      expect(tokensOf(answer)).toBeLessThan(25_000);
      const { items } = answer.trusted as { items: Record<string, unknown>[] };
      expect(items).toHaveLength(MAX_RESOLUTIONS);
      expect(items[0]).toMatchObject({ images: 'left_out' });
      expect(items[0]).not.toHaveProperty('before_url');
      expect(items.at(-1)).toMatchObject({ before_url: FILE, after_url: FILE });
    }
  });

  test('nothing that was written is lost over the parts', () => {
    const detail = { ...detailOf('x'), body: Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ') };
    const { parts } = readView(detail, 1, NOW).trusted as { parts: number };
    const all = Array.from({ length: parts }, (_, at) => readView(detail, at + 1, NOW).untrusted).join('\n');
    const read = all.replaceAll('…', '').replaceAll('\nnote, continued: ', '');
    const lost = Array.from({ length: 900 }, (_, at) => `word${at}`).filter((word) => !read.includes(word));
    expect(lost).toEqual([]);
  });

  test('the parts of a note are the same when its URLs are signed again and a lease has ended', () => {
    const detail = detailOf(WORDS);
    const signedAs = (tag: string): Detail => {
      const url = `${FILE.slice(0, FILE.lastIndexOf('.'))}.${tag}`;
      const resolutions = detail.resolutions.map((one) => ({ ...one, before_url: url, after_url: url }));
      const verification = { ...detail.verification!, picture: url };
      return { ...detail, screenshot_url: url, resolutions, verification };
    };
    const [cheap, costly] = [signedAs('a'.repeat(22)), signedAs('a0'.repeat(11))];
    for (const part of [1, 2, 3]) {
      expect(readView(costly, part, NOW + DAY).untrusted).toBe(readView(cheap, part, NOW).untrusted);
    }
  });

  test('an item of a list stays under 150 tokens, and 200 of them under 25,000', () => {
    for (const text of SCRIPTS) {
      const items = Array.from({ length: 200 }, () => itemOf(text));
      const { trusted, untrusted = '' } = listView({ items, next_cursor: null, untrusted: [] }, NOW);
      const lines = untrusted.split('\n');
      expect(lines).toHaveLength(200);
      (trusted as { items: object[] }).items.forEach((item, at) => {
        expect(tokens(JSON.stringify(item)) + tokens(lines[at] ?? '')).toBeLessThan(150);
      });
      expect(tokensOf({ trusted, untrusted })).toBeLessThan(25_000);
    }
  });
});

const reportedOf = (text: string): Reported => {
  const personas = Array.from({ length: 10 }, () => ({
    ...{ persona_id: newId(), slug: null, name: long(text, 120), title: '', category: '', state: 'done' as const },
    ...{ score: 3, summary: '', error: null, samples: 3, samples_asked: 3, finished_at: NOW },
    dimensions: [{ name: long(text, 120), weight: 1, score: null, not_judged: long(text, 300) }],
  }));
  const feedback = Array.from({ length: 100 }, (_, at): Reported['feedback'][number] => ({
    ...{ id: newId(), persona_id: personas[at % 10]?.persona_id ?? '', dimension: long(text, 120), score: 3 },
    kind: at < 50 ? 'fault' : 'strength',
    severity: 4,
    evidence: [{ quote: long(text, 400), element: null, region: null, grounded: true }],
    ...{ comment: long(text, 1500), suggestion: null, quote: long(text, 400), element: null, grounded: true },
    fix: { before: long(text, 600), after: long(text, 1000) },
    ...{ seen_in: { samples: 3, of: 3 }, persona_ids: [], same_as: null, struck: null, annotation_id: null },
    ...{ p_useful: null, interval: null, needs_human: true, calibrated: false, rating: null, rating_comment: '' },
    ratings: { count: 0, mean: null },
  }));
  const ids = feedback.map(({ id }) => id);
  const said = (most: number) => Array.from({ length: most }, () => ({ text: long(text, 600), feedback_ids: ids }));
  return {
    review: {
      ...{ id: newId(), title: '', input_type: 'site', source: 'widget_annotation', status: 'partial' },
      ...{ runs_done: 10, runs_failed: 0, runs_total: 10, created_at: NOW, updated_at: NOW, completed_at: NOW },
      ...{ error: long(text, 2000), ai_live: true, url: null, content: null, score: null, calibration: null },
      ...{ personas, brief: null, model: null, tokens: null },
      conclusion: { by: 'chair', notes: [], verdict: said(3), disagreements: said(5), order: ids },
    },
    feedback,
  };
};

test('the verdict of a panel stays under 2,500 tokens, however much was said', () => {
  for (const text of SCRIPTS) expect(tokensOf(reviewView(newId(), reportedOf(text)))).toBeLessThan(2500);
});

describe('the tools as agents see them', () => {
  test('have descriptions that change only on purpose', () => {
    expect(agentTools.map(({ name, description, hints }) => ({ name, description, hints }))).toMatchSnapshot();
  });

  test('have arguments that change only on purpose', async () => {
    const site = await (await newWorkspace()).site();
    const { tools } = await (await connectClient(site.mcp_token)).listTools();
    expect(tools.map(({ name, inputSchema }) => ({ name, inputSchema }))).toMatchSnapshot();
  });
});
