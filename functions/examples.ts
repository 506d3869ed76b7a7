import { examples as annotations } from './annotations/examples.ts';
import { examples as apiTokens } from './api-tokens/examples.ts';
import type { Areas } from './areas.ts';
import { examples as demo } from './demo/examples.ts';
import { examples as invitations } from './invitations/examples.ts';
import type { AnyExamples, ExampleNames, Examples } from './kit/contract/examples.ts';
import { examples as loader } from './loader/examples.ts';
import { examples as me } from './me/examples.ts';
import { examples as notifications } from './notifications/examples.ts';
import { examples as oauth } from './oauth/examples.ts';
import { examples as personas } from './personas/examples.ts';
import { examples as resolutions } from './resolutions/examples.ts';
import { examples as reviews } from './reviews/examples.ts';
import { examples as showcase } from './showcase/examples.ts';
import { examples as signup } from './signup/examples.ts';
import { examples as sites } from './sites/examples.ts';
import { examples as wallet } from './wallet/examples.ts';
import { examples as webhooks } from './webhooks/examples.ts';
import { examples as widget } from './widget/examples.ts';
import { examples as workspaces } from './workspaces/examples.ts';

type AreaOf<Name> = Extract<Areas[number], { name: Name }>;
type Demanded = {
  [Name in Areas[number]['name'] as {} extends Examples<AreaOf<Name>> ? never : Name]: Examples<AreaOf<Name>>;
};

/** An area that lacks the example of a body does not compile. */
const byArea: Demanded = {
  sites,
  annotations,
  resolutions,
  widget,
  loader,
  me,
  workspaces,
  'api-tokens': apiTokens,
  webhooks,
  notifications,
  invitations,
  personas,
  reviews,
  showcase,
  signup,
  wallet,
  demo,
  oauth,
};

const all: AnyExamples = Object.assign({}, ...Object.values(byArea));

/** The example body of an operation; undefined if it needs none. */
export const exampleOf = (id: string, names: ExampleNames): unknown => {
  const example = all[id];
  return typeof example === 'function' ? example(names) : example;
};
