import type { Settings } from './runtime.ts';

/** The server prepends this to the loader, and caches keep it for all visitors. All URLs are absolute. */
export type WidgetConfig = {
  /** The site's widget token, which identifies the site and isn't secret. */
  token: string;
  /** The API's base URL, without a trailing slash. */
  base: string;
  /** Of the launcher: its text, and the path of its icon. */
  label: string;
  icon: string;
  core: string;
  inspect: string;
  capture: string;
  /** Those of a visitor without a personal link. */
  settings: Settings;
  /** The site's allowed origins, hashed: their names may not be public. */
  places: number[];
  /** The address for a report that the widget runs. Given only if the last report is older than a day. */
  seen?: string;
};

/** Those other than English. */
export const LANGUAGES = ['de', 'es', 'fr', 'it', 'nl', 'pt'] as const;

/** Paths of the launcher's icons, 24 by 24. */
export const ICONS = {
  bubble: 'M4 4h16v12H10l-4 4v-4H4zM8 8h8M8 12h5',
  pencil: 'M4 20h4L20 8l-4-4L4 16zM14 6l4 4',
  bug: 'M8 9h8v6a4 4 0 0 1-8 0zM9 9a3 3 0 0 1 6 0M4 8l4 3M20 8l-4 3M4 19l4-3M20 19l-4-3M3 13h5M16 13h5',
  star: 'M12 3l2.7 5.8 6.3.7-4.7 4.2 1.3 6.3-5.6-3.2L6.4 20l1.3-6.3L3 9.5l6.3-.7z',
} as const;
export type Icon = keyof typeof ICONS;

const LABELS: Partial<Record<string, string>> = { es: 'Comentarios', fr: 'Votre avis', pt: 'Comentários' };

export const launcherOf = ({
  label,
  icon = 'bubble',
  locale,
}: {
  label?: string | undefined;
  icon?: Icon | undefined;
  locale: string;
}): Pick<WidgetConfig, 'label' | 'icon'> => ({ label: label || LABELS[locale] || 'Feedback', icon: ICONS[icon] });

/** A short hash. A collision shows a button whose notes the server refuses. */
export const placeOf = (token: string, origin: string): number => {
  let hash = 0;
  for (const character of token + origin) hash = (hash * 31 + character.charCodeAt(0)) | 0;
  return hash;
};

const unsafe: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

export const loaderScript = (loaderSource: string, config: WidgetConfig): string => {
  const { token, base, label, icon, core, inspect, capture, settings, places, seen } = config;
  const json = JSON.stringify({ token, base, label, icon, core, inspect, capture, settings, places, seen }).replace(
    /[<>\u2028\u2029]/g,
    (c) => unsafe[c] ?? c,
  );
  return `window.__sidenote_config=${json};\n${loaderSource}`;
};
