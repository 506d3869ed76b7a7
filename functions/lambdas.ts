import { lambda as annotations } from './annotations/lambda.ts';
import { lambda as apiTokens } from './api-tokens/lambda.ts';
import type { Areas } from './areas.ts';
import { lambda as changes } from './changes/lambda.ts';
import { lambda as data } from './data/lambda.ts';
import { lambda as demo } from './demo/lambda.ts';
import { lambda as discovery } from './discovery/lambda.ts';
import { lambda as exports } from './exports/lambda.ts';
import { lambda as files } from './files/lambda.ts';
import { lambda as invitations } from './invitations/lambda.ts';
import type { AreaSpec } from './kit/contract/lambda-spec.ts';
import { lambda as loader } from './loader/lambda.ts';
import { lambda as mail } from './mail/lambda.ts';
import { lambda as me } from './me/lambda.ts';
import { lambda as notifications } from './notifications/lambda.ts';
import { lambda as oauth } from './oauth/lambda.ts';
import { lambda as personas } from './personas/lambda.ts';
import { lambda as resolutions } from './resolutions/lambda.ts';
import { lambda as reviews } from './reviews/lambda.ts';
import { lambda as showcase } from './showcase/lambda.ts';
import { lambda as signup } from './signup/lambda.ts';
import { lambda as sites } from './sites/lambda.ts';
import { lambda as threads } from './threads/lambda.ts';
import { lambda as usage } from './usage/lambda.ts';
import { lambda as wallet } from './wallet/lambda.ts';
import { lambda as webhooks } from './webhooks/lambda.ts';
import { lambda as widget } from './widget/lambda.ts';
import { lambda as workspaces } from './workspaces/lambda.ts';

type Name = Areas[number]['name'];

/** An area without an entry does not compile. */
const lambdas: Readonly<Record<Name, AreaSpec>> = {
  discovery,
  sites,
  annotations,
  changes,
  resolutions,
  files,
  widget,
  loader,
  workspaces,
  'api-tokens': apiTokens,
  webhooks,
  notifications,
  invitations,
  mail,
  threads,
  personas,
  exports,
  showcase,
  signup,
  wallet,
  demo,
  reviews,
  usage,
  data,
  me,
  oauth,
};

/** How the Lambda of an area is deployed. `name` is one of `areas`. */
export const lambdaOf = (name: string): AreaSpec => lambdas[name as Name];
