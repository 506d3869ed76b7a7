import { optionalSetting } from '../../../kit/config.ts';
import { bedrockModel } from './bedrock.ts';
import { heuristicModel } from './heuristic.ts';
import type { Model } from './model.ts';
import { openaiModel } from './openai.ts';
import { replayModel } from './replay.ts';

type Wrap = (model: Model) => Model;

let wrapped: Wrap = (model) => model;
let opened: { named: string; model: Model } | undefined;

const toModel = (named: string): Model => {
  const [, provider = '', rest = ''] = /^([a-z]+)(?::(.+))?$/s.exec(named) ?? [];
  if (provider === 'heuristic' && rest === '') return heuristicModel();
  if (provider === 'bedrock' && rest !== '') return bedrockModel(rest);
  if (provider === 'replay' && rest !== '') return replayModel(rest);
  // A model's name may hold an @ itself.
  const [, model, base] = /^(.+)@(https?:\/\/.+)$/s.exec(rest) ?? [];
  if (provider === 'openai' && model && base) return openaiModel(model, base);
  throw new Error(
    'The setting MODEL names no model: heuristic, bedrock:<id>, openai:<model>@<base url>, replay:<folder>.',
  );
};

/** The model of this stage, by the setting MODEL; the deterministic one where there is none. */
export const openModel = (): Model => {
  const named = optionalSetting('MODEL') ?? 'heuristic';
  if (opened?.named !== named) opened = { named, model: wrapped(toModel(named)) };
  return opened.model;
};

/** Puts something between this process and every model that it opens from now on. */
export const wrapModels = (wrap: Wrap): void => {
  wrapped = wrap;
  opened = undefined;
};
