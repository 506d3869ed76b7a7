import { optionalSetting } from '../../../kit/config.ts';
import { bedrockModel } from './bedrock.ts';
import { heuristicModel } from './heuristic.ts';
import type { Model } from './model.ts';
import { openaiModel } from './openai.ts';
import { replayModel } from './replay.ts';
import { type ModelSettings, readSettings } from './settings.ts';

type Wrap = (model: Model) => Model;

let wrapped: Wrap = (model) => model;
let opened: { by: string; model: Model } | undefined;

const toModel = (named: string, settings: ModelSettings): Model => {
  const [, provider = '', rest = ''] = /^([a-z]+)(?::(.+))?$/s.exec(named) ?? [];
  if (provider === 'heuristic' && rest === '') return heuristicModel(settings);
  if (provider === 'bedrock' && rest !== '') return bedrockModel(rest, settings);
  if (provider === 'replay' && rest !== '') return replayModel(rest, settings);
  // A model's name may hold an @ itself.
  const [, model, base] = /^(.+)@(https?:\/\/.+)$/s.exec(rest) ?? [];
  if (provider === 'openai' && model && base) return openaiModel(model, base, settings);
  throw new Error(
    'The setting MODEL names no model: heuristic, bedrock:<id>, openai:<model>@<base url>, replay:<folder>.',
  );
};

/** The model of this stage, by the settings MODEL and MODEL_…; the deterministic one by default. */
export const openModel = (): Model => {
  const named = optionalSetting('MODEL') ?? 'heuristic';
  const settings = readSettings();
  const by = JSON.stringify([named, settings]);
  if (opened?.by !== by) opened = { by, model: wrapped(toModel(named, settings)) };
  return opened.model;
};

/** Puts something between this process and every model that it opens from now on. */
export const wrapModels = (wrap: Wrap): void => {
  wrapped = wrap;
  opened = undefined;
};
