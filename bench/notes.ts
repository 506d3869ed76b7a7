import { listKeys } from '../functions/annotations/change.ts';
import { KINDS } from '../functions/annotations/kinds.ts';
import type { AnnotationRow, Status } from '../functions/annotations/rows.ts';
import { newId, timeOfId } from '../functions/kit/ids.ts';
import { keys } from '../functions/kit/table/keys.ts';
import { call, type Site, type World } from './world.ts';

const WORDS =
  'the total at the bottom does not change when I raise quantity to three only after reload button on phone menu ' +
  'covers price in german text is cut checkout says sold out but page shows stock colour of link looks like plain ' +
  'search finds nothing for umlauts video starts by itself with sound please make it larger we expected an invoice';

/** Length of an average note. */
const EXCERPT = 200;

let spoken = 1;

/** Words in a different order each time, as in notes by different people, so that responses compress realistically. */
const sentence = (length: number): string => {
  const words = WORDS.split(' ');
  let text = '';
  while (text.length < length) {
    spoken = (spoken * 1_103_515_245 + 12_345) % 2 ** 31;
    text += `${words[spoken % words.length]} `;
  }
  return `${text.slice(0, length - 1)}.`;
};

/** The widget's page context on an average page: about 4 KB. */
export const captured = {
  page: {
    url: 'https://shop.example.com/checkout/basket',
    route: '/checkout/basket',
    title: 'Your basket – Shop',
    build_id: '2026.11.3',
  },
  anchor: {
    kind: 'element',
    selector: 'main > section:nth-of-type(2) > div.summary > button[data-testid="checkout"]',
    xpath: '/html/body/main/section[2]/div[1]/button[1]',
    test_attributes: { 'data-testid': 'checkout' },
    role: 'button',
    name: 'Go to checkout',
    tag: 'button',
    text: 'Go to checkout',
    landmark: 'main "Basket"',
    siblings: { index: 2, count: 3, previous: 'p.total', next: 'a.back' },
    box: { x: 812.5, y: 1204, width: 220, height: 48 },
  },
  source: {
    framework: 'react',
    component_path: 'App > Basket > Summary > CheckoutButton',
    file: 'src/basket/summary.tsx',
    line: 84,
    confidence: 0.9,
  },
  environment: {
    viewport: { width: 1440, height: 900 },
    scroll: { x: 0, y: 640 },
    pixel_ratio: 2,
    user_agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
    color_scheme: 'light',
    locale: 'en-GB',
  },
  html: `<button data-testid="checkout" class="${'btn btn-primary '.repeat(20)}">Go to checkout</button>`,
  styles: Object.fromEntries(
    Array.from({ length: 25 }, (_, index) => [`style-property-${index}`, 'oklch(0.7 0.1 230 / 0.9)']),
  ),
  console: Array.from({ length: 5 }, (_, index) => ({
    level: 'error',
    message: `TypeError: cannot read properties of undefined (reading 'total') at summary.tsx:${80 + index}`,
    at: 1_795_219_200_000 + index,
  })),
  failed_requests: [
    { method: 'POST', url: 'https://shop.example.com/api/basket/quantity', status: 500, at: 1_795_219_200_100 },
  ],
};

export const VISITOR = 'visitor@example.com';

/** A note as the widget sends it, without images. */
export const noteBody = (kind = 'bug') => ({
  body: sentence(EXCERPT),
  kind,
  email: VISITOR,
  context: captured,
});

/** Set only by a change, an acknowledgment, a quarantine, a reply or the browser; a new note is stored without them. */
type Unset =
  | 'summary'
  | 'assignee_id'
  | 'acknowledged_at'
  | 'acknowledged_by'
  | 'lease_expires_at'
  | 'quarantine'
  | 'last_reply_by'
  | 'flag'
  | 'risks'
  | 'approval_state'
  | 'priority'
  | 'due_on'
  | 'labels';
type SeededRow = Omit<AnnotationRow, Unset>;

/** A row with about 550 bytes in the indexes. */
const annotationRow = (site_id: string, status: Status, kind: string): SeededRow => {
  const id = newId();
  const created_at = timeOfId(id);
  return {
    id,
    site_id,
    status,
    kind,
    auto_fix: false,
    excerpt: sentence(EXCERPT),
    page_url: captured.page.url,
    element: 'button Send order',
    submitter: { kind: 'anonymous', name: 'Maja', has_email: true },
    has_screenshot: true,
    created_at,
    updated_at: created_at,
    note_key_id: 'k1',
  };
};

/** A row as it is seeded by the thousand: the fields that lists read, without a page context. */
export const annotationItem = (
  { workspace_id }: Pick<World, 'workspace_id'>,
  site_id: string,
  { status = 'pending', kind = KINDS[0] }: { status?: Status; kind?: string } = {},
) => {
  const row = annotationRow(site_id, status, kind);
  return { ...keys.annotation(workspace_id, row.id), ...listKeys(workspace_id, row), ...row };
};

/** A note as a visitor sends it. */
export const newNote = async ({ widget_token }: Site, kind?: string): Promise<string> => {
  const headers = { origin: 'https://shop.example.com' };
  const asked = { method: 'POST', path: '/api/widget/annotations', as: widget_token, body: noteBody(kind), headers };
  return (await call<{ id: string }>(asked)).id;
};

/** A note with two replies and a resolution. */
export const newThread = async (world: World, site: Site, kind?: string): Promise<string> => {
  const id = await newNote(site, kind);
  const path = `/api/v1/annotations/${id}`;
  for (const body of ['Which browser is that?', 'It is fixed in the next build.'])
    await call({ method: 'POST', path: `${path}/replies`, as: world.token, body: { body } });
  await call({
    method: 'POST',
    path: `${path}/resolutions`,
    as: world.token,
    body: { explanation: sentence(100), diff_url: 'https://code.example.com/shop/pull/7' },
  });
  return id;
};
