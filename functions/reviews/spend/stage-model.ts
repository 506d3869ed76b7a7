import { optionalSetting } from '../../kit/config.ts';
import { readSettings } from '../ask/model/settings.ts';
import { type Prices, pricesOf } from './prices.ts';

export interface StageModel {
  /** How often each persona is asked. */
  samples: number;
  /** Null if none are set. */
  prices: Prices | null;
}

/** Whether the stage has a model, a recorded one included. */
export const hasModel = (): boolean => /^(bedrock|openai|replay):/.test(optionalSetting('MODEL') ?? '');

/** The stage's model for functions that never ask it; undefined for rule-based checks. */
export const stageModel = (): StageModel | undefined => {
  if (!/^(bedrock|openai):/.test(optionalSetting('MODEL') ?? '')) return undefined;
  const settings = readSettings();
  return { samples: settings.samples, prices: pricesOf(settings) };
};
