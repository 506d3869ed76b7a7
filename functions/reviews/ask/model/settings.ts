import { HOUR, MINUTE, SECOND } from '../../../kit/clock.ts';
import { optionalSetting } from '../../../kit/config.ts';

/** How a model is asked, and what it costs. */
export interface ModelSettings {
  /** For one answer; a repair is given the same time again. */
  timeoutMs: number;
  /** How often each persona is asked; their mean is taken (arXiv 2503.03064). */
  samples: number;
  /** Of one answer, thoughts included. */
  maxTokens: number;
  temperature: number;
  /** Dollars per million tokens; null if unknown. */
  priceIn: number | null;
  priceOut: number | null;
  /** Of input that the provider served from its cache, or wrote into it; null for the usual share of `priceIn`. */
  priceCached: number | null;
  priceWritten: number | null;
}

export const DEFAULT_SETTINGS: ModelSettings = {
  timeoutMs: MINUTE,
  samples: 3,
  // Twelve dimensions with comment, quote and suggestion.
  maxTokens: 8000,
  // Samples that are all alike would say nothing about how sure a model is.
  temperature: 0.7,
  priceIn: null,
  priceOut: null,
  priceCached: null,
  priceWritten: null,
};

interface Range {
  variable: string;
  kind: string;
  from: number;
  to: number;
}

const RANGES: Readonly<Record<keyof ModelSettings, Range>> = {
  timeoutMs: { variable: 'MODEL_TIMEOUT_MS', kind: 'a whole number of milliseconds', from: SECOND, to: HOUR },
  samples: { variable: 'MODEL_SAMPLES', kind: 'a whole number', from: 1, to: 9 },
  maxTokens: { variable: 'MODEL_MAX_TOKENS', kind: 'a whole number', from: 500, to: 128_000 },
  temperature: { variable: 'MODEL_TEMPERATURE', kind: 'a number', from: 0, to: 2 },
  priceIn: { variable: 'MODEL_PRICE_IN', kind: 'a number of dollars', from: 0, to: 10_000 },
  priceOut: { variable: 'MODEL_PRICE_OUT', kind: 'a number of dollars', from: 0, to: 10_000 },
  priceCached: { variable: 'MODEL_PRICE_CACHED', kind: 'a number of dollars', from: 0, to: 10_000 },
  priceWritten: { variable: 'MODEL_PRICE_WRITTEN', kind: 'a number of dollars', from: 0, to: 10_000 },
};

const FIELDS = Object.keys(RANGES) as (keyof ModelSettings)[];

const faultOf = (text: string, { variable, kind, from, to }: Range): string[] => {
  const form = kind.includes('whole') ? /^\d+$/ : /^\d+(\.\d+)?$/;
  if (form.test(text) && Number(text) >= from && Number(text) <= to) return [];
  return [`The setting ${variable} is "${text}". Set it to ${kind} from ${from} to ${to}, or leave it out.`];
};

/** The settings in an environment, defaults included. Throws in words that name each bad value. */
export const readSettings = (valueFor: (variable: string) => string | undefined = optionalSetting): ModelSettings => {
  const given = FIELDS.flatMap((field) => {
    const text = valueFor(RANGES[field].variable);
    return text === undefined ? [] : [{ field, text }];
  });
  const faults = given.flatMap(({ field, text }) => faultOf(text, RANGES[field]));
  const settings = {
    ...DEFAULT_SETTINGS,
    ...Object.fromEntries(given.map(({ field, text }) => [field, Number(text)])),
  };
  if ((settings.priceIn === null) !== (settings.priceOut === null))
    faults.push('The settings MODEL_PRICE_IN and MODEL_PRICE_OUT belong together. Set both, or neither.');
  if (settings.priceIn === null && (settings.priceCached !== null || settings.priceWritten !== null))
    faults.push('The settings MODEL_PRICE_CACHED and MODEL_PRICE_WRITTEN need MODEL_PRICE_IN and MODEL_PRICE_OUT.');
  if (faults.length > 0) throw new Error(faults.join(' '));
  return settings;
};

/** The environment that `readSettings` reads these from. */
export const settingsEnvironment = (settings: Partial<ModelSettings>): Record<string, string> =>
  Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = settings[field] ?? null;
      return value === null ? [] : [[RANGES[field].variable, String(value)]];
    }),
  );
