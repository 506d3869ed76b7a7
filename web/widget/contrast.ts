import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import { holder, visibleText } from './describe.ts';
import { luminance } from './luminance.ts';

type Rgba = [red: number, green: number, blue: number, alpha: number];

/** Reads any color that the browser understands. Undefined if it hides what canvases hold. */
const painter = (): ((color: string) => Rgba) | undefined => {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!pen) return undefined;
  const read = (color: string): Rgba => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = '#0000';
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  return String(read('#123456')) === '18,52,86,1' ? read : undefined;
};

const over = ([r, g, b, a]: Rgba, [red, green, blue]: Rgba): Rgba => {
  const mix = (top: number, below: number) => Math.round(top * a + below * (1 - a));
  return [mix(r, red), mix(g, green), mix(b, blue), 1];
};

const hex = (color: Rgba): string =>
  `#${color
    .slice(0, 3)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

/** Of an element's text to what is painted behind it; not measured over pictures and through transparency. */
export const contrastOf = (element: Element): CapturedContext['contrast'] => {
  const read = painter();
  if (!read || !visibleText(element, 1)) return undefined;
  const layers: Rgba[] = [];
  for (let at: Element | null = element; at; at = at.parentElement ?? holder(at)) {
    const { backgroundColor, backgroundImage, opacity, mixBlendMode, filter } = getComputedStyle(at);
    if (backgroundImage !== 'none' || opacity !== '1' || mixBlendMode !== 'normal' || filter !== 'none')
      return undefined;
    const layer = read(backgroundColor);
    layers.push(layer);
    if (layer[3] === 1) break;
  }
  const isDark = /dark/.test(getComputedStyle(document.documentElement).colorScheme);
  const paper: Rgba =
    isDark && matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
  const background = layers.reduceRight((below, layer) => over(layer, below), paper);
  const color = over(read(getComputedStyle(element).color), background);
  const [dark = 0, light = 0] = [luminance(color), luminance(background)].sort((a, b) => a - b);
  return {
    // Rounded down, because 4.499 doesn't reach 4.5.
    ratio: Math.floor(((light + 0.05) / (dark + 0.05)) * 100) / 100,
    color: hex(color),
    background: hex(background),
  };
};
