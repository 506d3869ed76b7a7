import type { PageTools } from './page-tools.ts';

interface AxeNode {
  element?: Element;
  any: { data?: Record<string, unknown> | null }[];
}
type AxeKind = 'violations' | 'passes' | 'incomplete' | 'inapplicable';
interface Axe {
  run: (root: Document, options: object) => Promise<Record<AxeKind, { id: string; nodes: AxeNode[] }[]>>;
}

/** Runs axe-core, which must be loaded, and settles results that it leaves open but that can be measured. */
export const checkPage = async ({ body, styleOf, isSeen, few }: PageTools, runOnly: readonly string[]) => {
  const { axe } = globalThis as typeof globalThis & { axe: Axe };
  const results = await axe.run(document, {
    runOnly,
    resultTypes: ['violations', 'incomplete'],
    elementRef: true,
    iframes: false,
    preload: false,
  });

  // axe-core takes joined letters for ligatures of an icon font, and leaves them out.
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const known = new Map<string, readonly number[]>();
  const rgba = (color: string): readonly number[] => {
    const found = known.get(color);
    if (found || !pixel) return found ?? [];
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = color;
    pixel.fillRect(0, 0, 1, 1);
    const read = [...pixel.getImageData(0, 0, 1, 1).data];
    known.set(color, read);
    return read;
  };
  const luminance = (color: string) => {
    const linear = rgba(color)
      .slice(0, 3)
      .map((part) => (part <= 10.3 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => sum + weight * (linear[i] ?? 0), 0);
  };
  const backgroundOf = (element: Element | null): string | undefined => {
    if (!element) return 'rgb(255, 255, 255)';
    const { backgroundColor, backgroundImage } = styleOf(element);
    const [, , , alpha = 0] = rgba(backgroundColor);
    if (backgroundImage !== 'none' || (alpha > 0 && alpha < 255)) return undefined;
    return alpha === 255 ? backgroundColor : backgroundOf(element.parentElement);
  };
  const faintJoined = (element: Element): AxeNode[] => {
    const { color, fontSize, fontWeight } = styleOf(element);
    const background = backgroundOf(element);
    if (background === undefined || rgba(color)[3] !== 255) return [];
    const [dark = 0, light = 0] = [luminance(color), luminance(background)].sort((a, b) => a - b);
    const contrastRatio = (light + 0.05) / (dark + 0.05);
    const size = Number.parseFloat(fontSize);
    const isFaint = contrastRatio < (size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5);
    return isFaint ? [{ element, any: [{ data: { contrastRatio } }] }] : [];
  };
  const joined = new Set<Element>();
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && joined.size < 2000; node = walker.nextNode()) {
    const { parentElement: parent, textContent } = node;
    if (parent && /[\p{sc=Arab}\p{sc=Syrc}]/u.test(textContent ?? '') && isSeen(parent)) joined.add(parent);
  }

  // Single letters have a measured contrast, too. Zero means unknown.
  const isFaint = ({ any: [first] }: AxeNode) => {
    const { messageKey, contrastRatio, expectedContrastRatio } = first?.data ?? {};
    const ratio = Number(contrastRatio);
    return messageKey === 'shortTextContent' && ratio > 0 && ratio < Number.parseFloat(`${expectedContrastRatio}`);
  };
  // The page behind a modal dialog may be hidden; the dialog itself may not.
  const isInModal = ({ element }: AxeNode) => element?.closest('[aria-modal="true"], dialog[open]') != null;
  const open = (check: string) => results.incomplete.flatMap(({ id, nodes }) => (id === check ? nodes : []));
  const also: [string, AxeNode[]][] = [
    ['color-contrast', [...open('color-contrast').filter(isFaint), ...[...joined].flatMap(faintJoined)]],
    ['aria-hidden-focus', open('aria-hidden-focus').filter(isInModal)],
  ];
  for (const [id, nodes] of also) {
    const known = results.violations.find((one) => one.id === id);
    if (known) known.nodes.push(...nodes);
    else if (nodes.length > 0 && runOnly.includes(id)) results.violations.push({ id, nodes });
  }

  const measuredBy = (id: string, { any }: AxeNode) => {
    const data = any.find((one) => one.data)?.data ?? {};
    const { contrastRatio, width, height } = data as Record<string, number | undefined>;
    if (id === 'color-contrast' && contrastRatio) return `${Math.floor(contrastRatio * 10) / 10}:1`;
    return id === 'target-size' && width && height ? `${Math.round(width)} × ${Math.round(height)} px` : undefined;
  };
  const outcome = (kind: AxeKind, state: string) =>
    results[kind].map(({ id, nodes }) => {
      const found = kind === 'violations' ? nodes : [];
      const places = found.flatMap((node) => (node.element ? [[node.element, measuredBy(id, node)] as const] : []));
      return [id, { state, ...few(places) }];
    });
  return Object.fromEntries([
    ...outcome('inapplicable', 'absent'),
    ...outcome('incomplete', 'unsure'),
    ...outcome('passes', 'passed'),
    ...outcome('violations', 'failed'),
  ]);
};
