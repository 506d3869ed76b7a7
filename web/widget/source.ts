import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import { cleanUrl } from '../../functions/browser/in-page/clean.ts';

type Source = NonNullable<CapturedContext['source']>;
type Bag = Record<string, unknown> | null | undefined;

const bag = (value: unknown): Bag => (Object(value) === value ? (value as Bag) : null);
const nameOf = (type: unknown): string => {
  const from = bag(type);
  const name = from?.displayName ?? from?.name ?? from?.__name ?? bag(from?.render)?.name ?? '';
  return typeof name === 'string' && name.length > 1 ? name : '';
};

const place = (source: Source, file: unknown, line?: unknown): void => {
  if (typeof file !== 'string' || source.file) return;
  const [, path = file, number] = /^(.*?):(\d+)(?::\d+)?$/.exec(file) ?? [];
  source.file = cleanUrl(path).slice(0, 500);
  const at = Number(line ?? number);
  if (at >= 0) source.line = Math.floor(at);
  source.confidence = 0.9;
};

const result = (framework: string, names: string[], fill: (source: Source) => void): Source => {
  const source: Source = { framework, confidence: names.length ? 0.6 : 0.3 };
  if (names.length) source.component_path = names.slice(0, 8).reverse().join(' > ').slice(0, 500);
  fill(source);
  return source;
};

const react = (start: Bag): Source => {
  const names: string[] = [];
  let debug: Bag;
  for (let fiber = start; fiber; fiber = bag(fiber.return)) {
    debug ??= bag(fiber._debugSource);
    const name = typeof fiber.type === 'string' ? '' : nameOf(fiber.type);
    if (name) names.push(name);
  }
  return result('react', names, (source) => place(source, debug?.fileName, debug?.lineNumber));
};

const vue = (start: Bag): Source => {
  const names: string[] = [];
  let file: unknown;
  for (let at = start; at; at = bag(at.parent ?? at.$parent)) {
    const type = bag(at.type ?? at.$options);
    file ??= type?.__file;
    const name = nameOf(type);
    if (name) names.push(name);
  }
  return result('vue', names, (source) => place(source, file));
};

const find = (element: Element): Source | undefined => {
  for (let at: Element | null = element; at; at = at.parentElement ?? (at.getRootNode() as ShadowRoot).host) {
    const own = at as unknown as Record<string, unknown>;
    const attribute = (name: string) => at?.getAttribute(name) ?? undefined;
    const marked =
      attribute('data-source-file') ??
      attribute('data-astro-source-file') ??
      attribute('data-inspector-relative-path') ??
      attribute('data-source');
    if (marked) {
      const line =
        attribute('data-source-line') ??
        attribute('data-astro-source-loc')?.split(':')[0] ??
        attribute('data-inspector-line');
      return result(attribute('data-astro-source-file') ? 'astro' : 'markup', [], (source) =>
        place(source, marked, line),
      );
    }
    const fiber = Object.keys(own).find((key) => /^__react(Fiber|InternalInstance)\$/.test(key));
    if (fiber) return react(bag(own[fiber]));
    const component = bag(own.__vueParentComponent ?? own.__vue__);
    if (component) return vue(component);
    const svelte = bag(bag(own.__svelte_meta)?.loc);
    if (svelte) return result('svelte', [], (source) => place(source, svelte.file, svelte.line));
    const angular = bag((window as unknown as { ng?: { getComponent?(of: Element): unknown } }).ng?.getComponent?.(at));
    if (angular) return result('angular', [nameOf(angular.constructor)], () => {});
    if (at.localName.includes('-'))
      return { framework: 'custom element', component_path: at.localName.slice(0, 500), confidence: 0.5 };
  }
  return undefined;
};

export const sourceOf = (element: Element): Source | undefined => {
  try {
    return find(element);
  } catch {
    // These are framework internals: they can change, and the page's getters can throw.
    return undefined;
  }
};
