import { embedImages } from 'html-to-image/es/embed-images.js';
import { embedResources } from 'html-to-image/es/embed-resources.js';
import { createImage, nodeToDataURL } from 'html-to-image/es/util.js';
import { cloneView, PIXEL } from './clone.ts';
import { cropAround, scaleOf } from './crop.ts';
import { inspect } from './inspect.ts';
import type { Picture, Point, Rect, Runtime } from './runtime.ts';

const runtime = window.__sidenote as Runtime;
const THUMB = 320;

/** The page's own fonts, as far as its style sheets may be read. */
const fonts = async (): Promise<string> => {
  const used = new Set(
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replace(/["']/g, '')),
  );
  const rules: Promise<string>[] = [];
  for (const sheet of document.styleSheets) {
    try {
      for (const rule of sheet.cssRules) {
        if (
          rule instanceof CSSFontFaceRule &&
          used.has(rule.style.getPropertyValue('font-family').replace(/["']/g, ''))
        )
          rules.push(embedResources(rule.cssText, sheet.href ?? document.baseURI, {}));
      }
    } catch {}
  }
  return (await Promise.all(rules)).join('');
};

const paper = (): string => {
  for (const element of [document.body, document.documentElement]) {
    const { backgroundColor, colorScheme } = getComputedStyle(element);
    if (!/^(rgba\(0, 0, 0, 0\)|transparent)$/.test(backgroundColor)) return backgroundColor;
    if (/dark/.test(colorScheme) && matchMedia('(prefers-color-scheme: dark)').matches) return '#121212';
  }
  return '#fff';
};

const toBlob = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('empty'))), 'image/webp', 0.85),
  );

/** A picture of the part of the viewport around an area, with the area outlined and the pin drawn, and its thumbnail. */
const capture = async (
  area: Rect,
  mark: Rect | null,
  pin: Point | null,
  accent: string,
  skip: Element,
): Promise<Picture> => {
  await createImage(PIXEL).catch(() => {
    throw new Error('csp');
  });
  const crop = cropAround(area, { width: innerWidth, height: innerHeight });
  const { x: left, y: top, width, height } = crop;
  const clone = cloneView(document, skip, { x: 0, y: 0, width: innerWidth, height: innerHeight });
  const options = { imagePlaceholder: PIXEL, includeQueryParams: true, onImageErrorHandler: () => true };
  // What fails here is no failure of the page.
  const { requests } = runtime.logs;
  const kept = [...requests];
  await embedImages(clone, options);
  const css = await fonts();
  requests.splice(0, requests.length, ...kept);
  if (css) {
    const style = document.createElement('style');
    style.textContent = css;
    clone.prepend(style);
  }
  const image = await createImage(await nodeToDataURL(clone, innerWidth, innerHeight));

  const ratio = scaleOf(crop, devicePixelRatio);
  const canvas = document.createElement('canvas');
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.scale(ratio, ratio);
  pen.fillStyle = paper();
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, -left, -top, innerWidth, innerHeight);
  pen.lineWidth = 2;
  if (mark) {
    pen.strokeStyle = accent;
    pen.strokeRect(mark.x - left, mark.y - top, mark.width, mark.height);
  }
  if (pin) {
    // A drop whose tip stands on the point, so that it hides little of it.
    const x = Math.min(Math.max(2, pin.x - left), width - 26);
    const y = Math.max(26, pin.y - top);
    pen.beginPath();
    pen.moveTo(x, y);
    pen.arc(x + 12, y - 12, 12, Math.PI, Math.PI / 2);
    pen.closePath();
    pen.fillStyle = accent;
    pen.fill();
    pen.lineWidth = 3;
    pen.strokeStyle = '#fff';
    pen.stroke();
  }
  const small = document.createElement('canvas');
  small.width = THUMB;
  small.height = Math.max(1, Math.round((THUMB * height) / width));
  const brush = small.getContext('2d');
  if (brush) brush.imageSmoothingQuality = 'high';
  brush?.drawImage(canvas, 0, 0, small.width, small.height);
  return { full: await toBlob(canvas), thumb: await toBlob(small), width: canvas.width, height: canvas.height };
};

Object.assign(runtime, { capture, inspect });
