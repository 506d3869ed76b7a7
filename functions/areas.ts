import { annotations } from './annotations/contract.ts';
import { apiTokens } from './api-tokens/contract.ts';
import { changes } from './changes/contract.ts';
import { data } from './data/contract.ts';
import { demo } from './demo/contract.ts';
import { discovery } from './discovery/contract.ts';
import { pdfExports } from './exports/contract.ts';
import { files } from './files/contract.ts';
import { invitations } from './invitations/contract.ts';
import type { Area } from './kit/contract/contract.ts';
import { loader } from './loader/contract.ts';
import { mail } from './mail/contract.ts';
import { me } from './me/contract.ts';
import { notifications } from './notifications/contract.ts';
import { oauth } from './oauth/contract.ts';
import { personas } from './personas/contract.ts';
import { resolutions } from './resolutions/contract.ts';
import { reviews } from './reviews/contract.ts';
import { showcase } from './showcase/contract.ts';
import { signup } from './signup/contract.ts';
import { sites } from './sites/contract.ts';
import { threads } from './threads/contract.ts';
import { usage } from './usage/contract.ts';
import { wallet } from './wallet/contract.ts';
import { webhooks } from './webhooks/contract.ts';
import { widget } from './widget/contract.ts';
import { workspaces } from './workspaces/contract.ts';

const every = [
  discovery,
  sites,
  annotations,
  changes,
  resolutions,
  files,
  widget,
  loader,
  workspaces,
  apiTokens,
  webhooks,
  notifications,
  invitations,
  mail,
  threads,
  personas,
  reviews,
  usage,
  showcase,
  signup,
  wallet,
  pdfExports,
  demo,
  data,
  me,
  oauth,
] as const satisfies readonly Area[];

/** The same list with each row's own types: what the typed client is made of. */
export type Areas = typeof every;

/** Every endpoint is in one of these contracts; the folder under functions/ has the area's name. */
export const areas: readonly Area[] = every;
