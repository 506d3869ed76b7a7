import { extensionOf, imageFault, imageSize, MAX_IMAGE_BYTES } from '../kit/files/image.ts';
import type { UploadPurpose } from '../kit/files/signed-storage.ts';
import type { Storage } from '../kit/files/storage.ts';
import { openInvoke } from '../kit/invoke.ts';
import { MAX_RENDER_MS, PICTURES, type PictureName, RenderOrder } from './order.ts';
import { BUSY, type NotRendered, Rendered, type RenderedPage, STUCK } from './rendered.ts';

/** A cold start unpacks the browser; sending pictures comes after the visit. */
const AROUND_MS = 20_000;

const PICTURE_TYPE = 'image/jpeg';

const callRenderer = openInvoke({
  name: 'renderer',
  setting: 'RENDERER_FUNCTION',
  maxMs: MAX_RENDER_MS,
  aroundMs: AROUND_MS,
});

interface Picture {
  key: string;
  type: typeof PICTURE_TYPE;
  bytes: Buffer;
  width: number;
  height: number;
  /** Of the page, in CSS pixels: it shows nothing above. */
  top: number;
}

export interface PageSeen extends Omit<RenderedPage, 'pictures'> {
  pictures: Partial<Record<PictureName, Picture>>;
}

interface Pictures {
  storage: Storage;
  wanted: readonly PictureName[];
  purpose: UploadPurpose;
  /** The checked copies are kept in it. */
  folder: string;
}

export interface RenderSettings {
  /** No environment that has opened a page of one tenant opens one of another. */
  tenant: string;
  pictures?: Pictures;
}

const render = (order: RenderOrder, tenant: string): Promise<Rendered> =>
  callRenderer(
    order,
    order.timeout_ms ?? MAX_RENDER_MS,
    {
      read: (answer): Rendered => Rendered.parse(answer),
      // A page that breaks the renderer can't be seen.
      failed: STUCK,
      busy: BUSY,
    },
    tenant,
  );

/** The renderer may have been taken over: only a picture that is one is copied. */
const copyPicture = async (
  { storage, purpose, folder }: Pictures,
  from: string,
): Promise<Omit<Picture, 'top'> | undefined> => {
  const { bytes } = (await storage.readUpload(purpose, from, MAX_IMAGE_BYTES)) ?? {};
  const size = bytes && !imageFault(bytes, PICTURE_TYPE) ? imageSize(bytes, PICTURE_TYPE) : undefined;
  if (!bytes || !size) return undefined;
  const key = await storage.keepByHash(folder, bytes, extensionOf(PICTURE_TYPE), PICTURE_TYPE);
  return { key, type: PICTURE_TYPE, bytes, ...size };
};

/** Visits a page with the service's browser. Never throws for what the page does; `busy` is worth another try. */
export const renderPage = async (
  order: Omit<RenderOrder, 'uploads'>,
  { tenant, pictures }: RenderSettings,
): Promise<PageSeen | NotRendered> => {
  const signed = await Promise.all(
    (pictures?.wanted ?? []).map(async (name) => {
      const upload = await pictures?.storage.presignUpload(pictures.purpose, PICTURE_TYPE, undefined);
      return upload ? [{ name, upload }] : [];
    }),
  ).then((all) => all.flat());
  const uploads = Object.fromEntries(signed.map(({ name, upload: { url, headers } }) => [name, { url, headers }]));
  const page = await render(RenderOrder.parse({ ...order, uploads }), tenant);
  if (!page.ok) return page;
  const copied: PageSeen['pictures'] = {};
  for (const name of PICTURES) {
    const key = signed.find((one) => one.name === name)?.upload.key;
    const picture = key && pictures && page.pictures[name] && (await copyPicture(pictures, key));
    if (picture) copied[name] = { ...picture, top: name === 'whole_page' ? (page.pictures.whole_page?.top ?? 0) : 0 };
  }
  return { ...page, pictures: copied };
};
