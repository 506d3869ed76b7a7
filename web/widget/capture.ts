import { cloneView } from './clone.ts';
import { cropAround, scaleOf } from './crop.ts';
import { embedder, PIXEL } from './embed.ts';
import { picturesOf } from './picture-file.ts';
import type { Point, Rect, Runtime } from './runtime.ts';

const runtime = window.__sidenote as Runtime;

const fonts = async ({ inCss }: ReturnType<typeof embedder>): Promise<string> => {
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
          rules.push(inCss(rule.cssText, sheet.href ?? undefined));
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

const imageOf = async (url: string): Promise<HTMLImageElement> => {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
};

/** The copy as an image, without characters that are invalid in XML and URLs. */
const imageOfCopy = (copy: Element): Promise<HTMLImageElement> => {
  const xml = new XMLSerializer()
    .serializeToString(copy)
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${innerWidth}" height="${innerHeight}"><foreignObject width="100%" height="100%">${xml}</foreignObject></svg>`;
  return imageOf(`data:image/svg+xml,${encodeURIComponent(svg)}`);
};

const capture = async (mark: Rect | null, pin: Point | null): Promise<string[]> => {
  await imageOf(PIXEL).catch(() => {
    throw new Error('csp');
  });
  const accent = runtime.settings?.site.color ?? '#2f5bd7';
  const view = { x: 0, y: 0, width: innerWidth, height: innerHeight };
  const crop = cropAround(mark ?? view, view);
  const { x: left, y: top, width, height } = crop;
  const clone = cloneView(document, runtime.host, view);
  // A failure here isn't an error of the page.
  const { requests } = runtime.logs;
  const kept = [...requests];
  const embed = embedder();
  const [css] = await Promise.all([fonts(embed), embed.inTree(clone)]);
  requests.splice(0, requests.length, ...kept);
  if (css) {
    const style = document.createElement('style');
    style.textContent = css;
    clone.prepend(style);
  }
  const image = await imageOfCopy(clone);

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
    // A drop whose tip touches the point, to hide as little as possible of it.
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
  return picturesOf(canvas);
};

Object.assign(runtime, { capture });
