import { isIP } from 'node:net';
import { said } from '../codes/said.ts';
import { hostsOf } from '../fetcher/allowed-hosts.ts';
import { type Resolve, resolveAll } from '../fetcher/guarded-connector.ts';
import type { Surroundings } from '../fetcher/guarded-request.ts';
import { withoutFragment } from '../kit/contract/schema.ts';
import { MAX_PIXELS } from '../kit/files/image.ts';
import { checkLinks, linksToCheck } from './check-links.ts';
import { Clock } from './clock.ts';
import { isSamePage } from './host-of.ts';
import { Candidates } from './in-page/candidates.ts';
import { readHtml, readShape, scrollThrough } from './in-page/document.ts';
import { childrenOf } from './in-page/flat-tree.ts';
import { inTime } from './in-time.ts';
import { type BrowserJob, withBrowser } from './job.ts';
import { isSlow, loadAgain, medians, seeLoading } from './loading.ts';
import { askPatiently, type Opened, type Order, openPage, REFUSED_TYPE, UNREACHABLE, untilQuiet } from './open-page.ts';
import { PICTURES, type PictureName, RenderOrder } from './order.ts';
import { MAX_HTML, type NotRendered, type RenderedPage, refused, STUCK } from './rendered.ts';
import { SCRIPTS } from './scripts.ts';
import { PageFault, Stuck } from './tab.ts';

const READ_HTML = `(${readHtml})(${childrenOf}, ${MAX_HTML})`;

export interface Pictured extends Omit<RenderedPage, 'pictures'> {
  pictures: Partial<Record<PictureName, { bytes: Buffer; width: number; height: number; top: number }>>;
}
export type Visited = Pictured | NotRendered;

const MAX_BYTES = 60_000_000;
const MAX_ELEMENTS = 60_000;
/** Models take no more. */
const MAX_PICTURE_HEIGHT = 7900;
const MAX_PICTURE_WIDTH = 3840;
/** Further down, pictures that load late may be missing. */
const MAX_SCROLL = 40_000;
const MAX_PICTURE_BYTES = 3_500_000;
const QUALITIES = [80, 60, 35];

const RESOLVE_MS = 4000;
const PICTURE_MS = 8000;
/** Less time is not enough for two more visits. */
const AGAIN_MS = 10_000;
const LINKS_MS = 6000;
/** Kept for ending the browser and for sending what was seen. */
const RESERVED_MS = 4000;

const NO_BROWSER = refused('no_browser', said('no_browser'));
const LOGIN = refused('login', said('page_behind_login'));
const TIMEOUT = refused('timeout', said('page_timeout'));

const PAGE_TYPES = /^(text\/(html|plain|markdown)|application\/xhtml\+xml)$/;

const isLogin = (status: number) => status === 401 || status === 403;

const faultOf = (order: Order, { log }: Opened, shape: ReturnType<typeof readShape>): NotRendered | undefined => {
  const { status, type } = log.answer;
  if (status === undefined || !/^https?:/.test(shape.url)) return UNREACHABLE;
  if (isLogin(status) || (shape.asks_password && !isSamePage(order.url, shape.url))) return LOGIN;
  if (status >= 400) return refused('error_status', said('page_error_status', { status }));
  return PAGE_TYPES.test(type) ? undefined : REFUSED_TYPE;
};

interface Area {
  top: number;
  width: number;
  height: number;
  scale: number;
}

const picture = async ({ tab }: Opened, clock: Clock, { top, width, height, scale }: Area) => {
  let bytes: Buffer | undefined;
  for (const quality of QUALITIES) {
    const ms = clock.left(PICTURE_MS);
    const shot = tab.session.send('Page.captureScreenshot', {
      format: 'jpeg',
      quality,
      clip: { x: 0, y: top, width, height, scale },
      captureBeyondViewport: true,
    });
    bytes = Buffer.from((await tab.within(shot, ms)).data, 'base64');
    if (bytes.length <= MAX_PICTURE_BYTES) break;
  }
  return bytes;
};

/** A phone lays out a page without a viewport tag wider than its window, and shows all of it. */
const layoutWidth = async ({ tab }: Opened, clock: Clock): Promise<number> => {
  const ms = clock.left(PICTURE_MS);
  const { cssLayoutViewport } = await tab.within(tab.session.send('Page.getLayoutMetrics'), ms);
  return Math.min(MAX_PICTURE_WIDTH, cssLayoutViewport.clientWidth);
};

/** A page may keep us from measuring it; the rest of what was seen remains. */
const unanswered = (error: unknown): undefined => {
  if (!(error instanceof Stuck || error instanceof PageFault)) throw error;
};

/** The height of the first element that the order names, if there is one. */
const heightOfSelected = (answer: unknown): number | undefined => {
  const { success, data } = Candidates.safeParse(answer);
  const node = success ? data.nodes[data.selected[0]?.node ?? -1] : undefined;
  return node?.is_visible ? (node.shown ?? node.box)[1] : undefined;
};

const see = async (job: BrowserJob, order: Order, clock: Clock): Promise<Visited> => {
  const opened = await openPage(job, order, clock);
  if (!('tab' in opened)) return opened;
  const { tab, log, limits } = opened;
  const ask = <T>(question: (ms: number) => Promise<T>) => askPatiently(opened, clock, question);
  await untilQuiet(opened, clock);
  const shape = await ask((ms) => tab.ask(readShape, undefined, ms));
  const fault = faultOf(order, opened, shape);
  if (fault) return fault;
  if (shape.elements > MAX_ELEMENTS) limits.add('elements');
  const first = await seeLoading(opened, clock);
  const wanted = PICTURES.filter((name) => order.uploads[name]);
  const pictures: Pictured['pictures'] = {};
  const { width, height: viewHeight, pixel_ratio } = order.view;
  if (wanted.includes('first_view')) {
    const across = await layoutWidth(opened, clock);
    const area = { width: across, height: Math.ceil((viewHeight * across) / width), scale: width / across };
    const bytes = await picture(opened, clock, { top: 0, ...area });
    const size = { width: Math.round(width * pixel_ratio), height: Math.round(viewHeight * pixel_ratio) };
    if (bytes) pictures.first_view = { bytes, top: 0, ...size };
  }
  await ask((ms) => tab.ask(scrollThrough, Math.min(MAX_SCROLL, order.wants.picture_at + MAX_PICTURE_HEIGHT), ms));
  await untilQuiet(opened, clock);
  const answers: Partial<Record<keyof typeof SCRIPTS, unknown>> = {};
  const kept = wanted.includes('whole_page') ? PICTURE_MS : 0;
  for (const [name, { expression, most, ms, isLong = false }] of Object.entries(SCRIPTS)) {
    const text = expression(order.wants);
    if (text === undefined) continue;
    const answer = await askPatiently(opened, clock, () => tab.askFor(text, most, clock.left(ms, kept)), {
      isLong,
    }).catch(unanswered);
    if (answer === undefined) limits.add('answer');
    else answers[name as keyof typeof SCRIPTS] = answer;
  }
  const { height } = await ask((ms) => tab.ask(readShape, undefined, ms));
  if (wanted.includes('whole_page')) {
    const across = await layoutWidth(opened, clock);
    const shown = Math.min(Math.ceil(height), MAX_PICTURE_HEIGHT, Math.floor(MAX_PIXELS / across));
    if (shown < height) limits.add('height');
    const middle = heightOfSelected(answers.candidates) ?? order.wants.picture_at;
    const top = Math.max(0, Math.min(Math.round(middle - shown / 2), Math.ceil(height) - shown));
    const bytes = await picture(opened, clock, { top, width: across, height: shown, scale: 1 / pixel_ratio });
    if (bytes) pictures.whole_page = { bytes, top, width: across, height: shown };
  }
  const reading = order.wants.html && (await ask((ms) => tab.evaluate(READ_HTML, ms)));
  const written = reading ? (reading as ReturnType<typeof readHtml>) : undefined;
  if (written?.is_cut) limits.add('html');
  await opened.close();
  if (job.proxy.isFull()) limits.add('bytes');
  const addresses = order.wants.links ? linksToCheck(answers.measurements, shape.url) : [];
  const links = await checkLinks(addresses, job.proxy, clock.rest(LINKS_MS));
  const repeats = order.wants.measurements && isSlow(first) && clock.rest(AGAIN_MS) === AGAIN_MS;
  const all = repeats ? await loadAgain(job, order, first, clock) : [first];
  const { bytes, ...timings } = all.length === 3 ? medians(all) : first;
  return {
    ok: true,
    url: withoutFragment(shape.url).slice(0, 2048),
    status: log.answer.status ?? 0,
    title: shape.title.slice(0, 500),
    ...(written && { html: written.html }),
    ...answers,
    timings,
    visits: all.length === 3 ? 3 : 1,
    traffic: log.read(job.proxy.refused(), bytes),
    console: log.console,
    ...(order.wants.links && { links }),
    page_height: height,
    pictures,
    limits: [...limits],
  };
};

const addressOf = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  return isWeb ? url : undefined;
};

/** Private hosts that are allowed are so for their own pages only: no other page's requests reach them. */
const allowedFor = (url: URL): ReadonlySet<string> => {
  const allowed = hostsOf('FETCH_ALLOW', 'RENDER_ALLOW');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return allowed.has(`${url.hostname}:${port}`) ? allowed : new Set();
};

/** No browser is started for a name that has no address. Whether an address may be reached is the guard's question. */
const hasAddress = ({ hostname }: URL, resolve: Resolve = resolveAll): Promise<boolean> => {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(name) !== 0) return Promise.resolve(true);
  const found = resolve(name).then(
    (addresses) => addresses.length > 0,
    () => false,
  );
  return inTime(found, RESOLVE_MS, () => true);
};

/** Never throws. The browser and its profile are gone when it returns. */
export const visit = async (given: RenderOrder, surroundings: Surroundings = {}): Promise<Visited> => {
  const order = RenderOrder.parse(given);
  const url = addressOf(order.url);
  if (!url || !(await hasAddress(url, surroundings.resolve))) return UNREACHABLE;
  const clock = new Clock(order.timeout_ms - RESERVED_MS);
  const limits = { maxBytes: MAX_BYTES, allowed: allowedFor(url), ...surroundings };
  const seen = await withBrowser(limits, async (job) => {
    try {
      const work = see(job, { ...order, url: url.href }, clock);
      return await inTime(work, order.timeout_ms - RESERVED_MS + 500, () => TIMEOUT);
    } catch (error) {
      if (error instanceof Stuck) return job.proxy.bytes() === 0 ? UNREACHABLE : STUCK;
      if (error instanceof PageFault || !job.browser.isConnected()) return STUCK;
      throw error;
    }
  });
  return seen ?? NO_BROWSER;
};
