import type { Case } from './cases/case.ts';
import { data } from './cases/data.ts';
import { demo } from './cases/demo.ts';
import { discovery } from './cases/discovery.ts';
import { pdfExports } from './cases/exports.ts';
import { annotations, resolutions } from './cases/notes.ts';
import { oauth } from './cases/oauth.ts';
import { personas } from './cases/personas.ts';
import { plainCases } from './cases/plain.ts';
import { reviews } from './cases/reviews.ts';
import { showcase } from './cases/showcase.ts';
import { sites } from './cases/sites.ts';
import { tools } from './cases/tools.ts';
import { usage } from './cases/usage.ts';
import { signup, wallet } from './cases/wallets.ts';
import { webhooks } from './cases/webhooks.ts';
import { threads, widget } from './cases/widget.ts';
import { apiTokens, invitations, mail, workspaces } from './cases/workspaces.ts';

const listed: readonly Case[] = [
  ...discovery,
  ...sites,
  ...annotations,
  ...resolutions,
  ...widget,
  ...threads,
  ...apiTokens,
  ...webhooks,
  ...workspaces,
  ...invitations,
  ...mail,
  ...data,
  ...personas,
  ...reviews,
  ...showcase,
  ...demo,
  ...usage,
  ...signup,
  ...wallet,
  ...pdfExports,
  ...oauth,
  ...tools,
];

/** At least one for every contract row and every tool. */
export const cases: readonly Case[] = [
  ...listed.filter(({ once }) => !once),
  ...plainCases(listed),
  // Each is compared with its case without a key.
  ...listed.filter(({ once }) => once),
];
