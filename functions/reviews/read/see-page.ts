import type { ViewName } from '../../browser/order.ts';
import { VIEWS } from '../../browser/order.ts';
import type { PageSeen, renderPage } from '../../browser/render-page.ts';
import type { NotRendered } from '../../browser/rendered.ts';
import { type Said, said } from '../../codes/said.ts';
import type { Storage } from '../../kit/files/storage.ts';
import { objects } from '../../kit/table/keys.ts';
import type { ReviewIds } from '../rows.ts';
import { type Content, contentOf, type Element, type Picture } from './content.ts';
import type { Extracted, Source } from './extract/extract.ts';
import { Passing, type Reading, Unreadable } from './extract/reading.ts';
import { UPLOAD_OWNER } from './uploads.ts';

export type SeenViews = Record<ViewName, PageSeen | NotRendered>;

export interface SeeNeeds {
  renderPage: typeof renderPage;
  storage: Storage;
  extract: (source: Source) => Promise<Extracted>;
  /** Called with the views that have been seen. */
  progress: (seen: ViewName[]) => Promise<void>;
}

const viewNames = Object.keys(VIEWS) as ViewName[];

const seeViews = async ({ renderPage, storage, progress }: SeeNeeds, { ws, review }: ReviewIds, url: string) => {
  const seen: ViewName[] = [];
  await progress(seen);
  const see = async (name: ViewName) => {
    const isWide = name === 'wide';
    const order = { url, view: VIEWS[name], wants: { html: isWide, measurements: true, links: isWide } };
    const page = await renderPage(order, {
      tenant: ws,
      pictures: {
        storage,
        wanted: ['whole_page'],
        purpose: { workspace_id: ws, owner: UPLOAD_OWNER, kind: 'render' },
        folder: objects.reviewFolder(ws, review),
      },
    });
    seen.push(name);
    await progress(seen);
    return [name, page] as const;
  };
  return Object.fromEntries(await Promise.all(viewNames.map(see))) as SeenViews;
};

const screenshotsOf = (views: SeenViews): { elements: Element[]; pictures: Picture[] } => {
  const all = viewNames.flatMap((name) => {
    const view = views[name];
    const picture = view.ok ? view.pictures.whole_page : undefined;
    if (!picture) return [];
    const { width, height } = VIEWS[name];
    const id = `screenshot-${name}`;
    const label = `The page in a window of ${width} × ${height} pixels`;
    const { key, type } = picture;
    return [
      {
        element: { id, kind: 'screenshot' as const, label },
        picture: { element: id, key, type, width: picture.width, height: picture.height },
      },
    ];
  });
  return { elements: all.map(({ element }) => element), pictures: all.map(({ picture }) => picture) };
};

const notesOf = (views: SeenViews): Said[] => {
  const limits = viewNames.flatMap((name) => {
    const view = views[name];
    return view.ok ? view.limits : [];
  });
  const isPart = limits.some((limit) => ['bytes', 'requests', 'elements', 'html'].includes(limit));
  return [
    said('page_seen'),
    ...(limits.includes('height') ? [said('picture_cut')] : []),
    ...(isPart ? [said('page_partly_seen')] : []),
    ...(views.narrow.ok ? [] : [said('phone_view_missing')]),
  ];
};

/** Its scripts have run. */
const isOfSeenPage = ({ code }: Reading['notes'][number]): boolean => code !== 'drawn_by_scripts';

/** A page without a word has facts all the same. */
const readOrEmpty = async ({ extract }: SeeNeeds, source: Source & { url: string }): Promise<Reading> => {
  try {
    const { reading } = await extract(source);
    if (!reading) throw new Error('A page was to be read, and none came of it.');
    return reading;
  } catch (error) {
    if (!(error instanceof Unreadable) || error.said.code !== 'page_empty') throw error;
    return { title: null, url: source.url, language: null, text: '', cut: null, elements: [], notes: [] };
  }
};

/** Undefined if there is no browser. */
export const seePage = async (
  needs: SeeNeeds,
  ids: ReviewIds,
  url: string,
): Promise<{ content: Content; views: SeenViews } | undefined> => {
  const views = await seeViews(needs, ids, url);
  const { wide } = views;
  if (!wide.ok) {
    if (wide.reason === 'no_browser') return undefined;
    if (wide.reason === 'busy') throw new Passing(wide.said.text);
    throw new Unreadable(wide.said);
  }
  const source = { kind: 'page', text: wide.html ?? '', type: 'text/html', url: wide.url } as const;
  const reading = await readOrEmpty(needs, source);
  const { elements, pictures } = screenshotsOf(views);
  const read = contentOf('site', {
    ...reading,
    elements: [...elements, ...reading.elements],
    notes: [...notesOf(views), ...reading.notes.filter(isOfSeenPage)].slice(0, 10),
  });
  return { content: { ...read, pictures }, views };
};
