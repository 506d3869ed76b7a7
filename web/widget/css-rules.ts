import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import { cleanText, cleanUrl } from '../../functions/browser/in-page/clean.ts';

type Explained = NonNullable<CapturedContext['css_rules']>;
type Known = { style: CSSStyleDeclaration; selector: string; sheet: string; layered: boolean };

const MAX_RULES = 4000;
const MAX_EXPLAINED = 12;
const PROPERTIES =
  'color background-color font-size font-weight line-height width min-width height padding margin display position overflow'.split(
    ' ',
  );
const SHORTHANDS: Record<string, string> = { 'background-color': 'background', 'font-size': 'font' };
const INHERITED = /^(color|background|font|line-height|--)/;

const knownRules = (root: DocumentOrShadowRoot): Known[] => {
  const known: Known[] = [];
  const walk = (rules: CSSRuleList, sheet: string, layered: boolean): void => {
    for (const rule of rules) {
      if (known.length >= MAX_RULES) return;
      const { selectorText, style, cssRules, media, conditionText } = rule as CSSStyleRule &
        CSSMediaRule & { cssRules?: CSSRuleList };
      if (selectorText) known.push({ style, selector: selectorText, sheet, layered });
      else if (cssRules && !/keyframes|container/i.test(rule.constructor.name)) {
        const applies = media ? matchMedia(media.mediaText).matches : !conditionText || CSS.supports(conditionText);
        if (applies) walk(cssRules, sheet, layered || /Layer/.test(rule.constructor.name));
      }
    }
  };
  for (const sheet of [...root.styleSheets, ...(root.adoptedStyleSheets ?? [])]) {
    try {
      if (!sheet.disabled && matchMedia(sheet.media.mediaText || 'all').matches)
        walk(sheet.cssRules, sheet.href ? cleanUrl(sheet.href) : 'in the page', false);
    } catch {
      // Another origin's sheet can't be read.
    }
  }
  return known;
};

const specificity = (selector: string): number => {
  const bare = selector.replace(/:where\([^)]*\)|:(is|not|has)\(/g, ' ');
  const count = (pattern: RegExp) => Math.min(99, bare.match(pattern)?.length ?? 0);
  return count(/#[\w-]+/g) * 1e4 + count(/\.[\w-]+|\[[^\]]*\]|[^:]:[\w-]+/g) * 100 + count(/(^|[\s>+~(])[a-z]/gi);
};

/** The declarations that decide an element's look, and the custom properties that they use, where the page lets us read them. */
export const cssRulesOf = (element: Element, styles: Readonly<Record<string, string>>): Explained => {
  const known = knownRules(element.getRootNode() as Document);
  const explained: Explained = [];
  const declared = ({ style }: { style: CSSStyleDeclaration }, property: string) =>
    [property, SHORTHANDS[property] ?? property].find((name) => style.getPropertyValue(name));
  const weight = (at: Element, { style, selector, layered }: Known, name: string, order: number): number => {
    const parts = selector.split(/,(?![^(]*\))/).filter((part) => at.matches(part));
    const isImportant = style.getPropertyPriority(name) !== '';
    return (isImportant ? 1e13 : 0) + (layered ? 0 : 1e12) + Math.max(0, ...parts.map(specificity)) * 1e5 + order;
  };
  const winner = (at: Element, property: string) => {
    let best: { weight: number; name: string; rule: Known } | undefined;
    known.forEach((rule, order) => {
      const name = declared(rule, property);
      try {
        if (!name || !at.matches(rule.selector)) return;
        const mine = weight(at, rule, name, order);
        if (!best || mine > best.weight) best = { weight: mine, name, rule };
      } catch {}
    });
    return best;
  };
  const explain = (from: Element, property: string): void => {
    for (let at: Element | null = from; at && explained.length < MAX_EXPLAINED; at = at.parentElement) {
      const isPainted = property !== 'background-color' || !/^rgba.*, 0\)$/.test(getComputedStyle(at).backgroundColor);
      const best = isPainted ? winner(at, property) : undefined;
      const own = isPainted && at instanceof HTMLElement ? declared(at, property) : undefined;
      const rule = own && !best?.rule.style.getPropertyPriority(best.name) ? undefined : best?.rule;
      const name = rule ? best?.name : own;
      if (name) {
        const value = (rule ?? (at as HTMLElement)).style.getPropertyValue(name).trim();
        const found = {
          property: name.slice(0, 200),
          value: cleanText(value, 200),
          selector: cleanText(rule?.selector ?? `style attribute of ${at.localName}`, 200),
          ...(rule && { sheet: rule.sheet.slice(0, 300) }),
        };
        if (explained.some((one) => one.property === name && one.selector === found.selector)) return;
        explained.push(found);
        for (const [, used = ''] of value.matchAll(/var\(\s*(--[\w-]+)/g)) explain(at, used);
        return;
      }
      if (!INHERITED.test(property)) return;
    }
  };
  for (const property of PROPERTIES)
    if (property in styles || /^(color|background-color)$/.test(property)) explain(element, property);
  return explained;
};
