import { optionalSetting } from '../../../kit/config.ts';
import { bedrockModel } from './bedrock.ts';
import type { Model } from './model.ts';
import { openaiModel } from './openai.ts';
import { replayModel } from './replay.ts';
import { type ModelSettings, readSettings } from './settings.ts';

type Wrap = (model: Model) => Model;

let wrapped: Wrap = (model) => model;
let opened: { by: string; model: Model | undefined } | undefined;

const toModel = (named: string, settings: ModelSettings): Model | undefined => {
  if (named === 'none') return undefined;
  const [, provider = '', rest = ''] = /^([a-z]+)(?::(.+))?$/s.exec(named) ?? [];
  if (provider === 'bedrock' && rest !== '') return bedrockModel(rest, settings);
  if (provider === 'replay' && rest !== '') return replayModel(rest, settings);
  // A model's name may hold an @ itself.
  const [, model, base] = /^(.+)@(https?:\/\/.+)$/s.exec(rest) ?? [];
  if (provider === 'openai' && model && base) return openaiModel(model, base, settings);
  throw new Error('The setting MODEL names no model: none, bedrock:<id>, openai:<model>@<base url>, replay:<folder>.');
};

/** The model of this stage, by the settings MODEL and MODEL_…. Undefined by default: facts answer alone. */
export const openModel = (): Model | undefined => {
  const named = optionalSetting('MODEL') ?? 'none';
  const settings = readSettings();
  const by = JSON.stringify([named, settings]);
  if (opened?.by !== by) {
    const model = toModel(named, settings);
    opened = { by, model: model && wrapped(model) };
  }
  return opened.model;
};

/** Puts something between this process and every model that it opens from now on. */
export const wrapModels = (wrap: Wrap): void => {
  wrapped = wrap;
  opened = undefined;
};
