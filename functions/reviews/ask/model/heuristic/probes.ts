import type { Probe } from './observation.ts';
import { agreementProbes } from './probes/agreements.ts';
import { arguingProbes } from './probes/arguing.ts';
import { beginningProbes } from './probes/beginnings.ts';
import { buyingProbes } from './probes/buying.ts';
import { claimProbes } from './probes/claims.ts';
import { codeProbes } from './probes/code.ts';
import { communityProbes } from './probes/community.ts';
import { controlProbes } from './probes/controls.ts';
import { dataProbes } from './probes/data.ts';
import { failingProbes } from './probes/failing.ts';
import { imageProbes } from './probes/images.ts';
import { linkProbes } from './probes/links.ts';
import { numberProbes } from './probes/numbers.ts';
import { peopleProbes } from './probes/people.ts';
import { pictureProbes } from './probes/pictures.ts';
import { planningProbes } from './probes/planning.ts';
import { procurementProbes } from './probes/procurement.ts';
import { readerProbes } from './probes/readers.ts';
import { sentenceProbes } from './probes/sentences.ts';
import { speechProbes } from './probes/speech.ts';
import { structureProbes } from './probes/structure.ts';
import { taskProbes } from './probes/tasks.ts';
import { titleProbes } from './probes/titles.ts';
import { trustProbes } from './probes/trust.ts';
import { vocabularyProbes } from './probes/vocabulary.ts';
import { wordProbes } from './probes/words.ts';
import { workingProbes } from './probes/working.ts';

/** Every heuristic there is. */
export const probes: readonly Probe[] = [
  ...sentenceProbes,
  ...wordProbes,
  ...structureProbes,
  ...titleProbes,
  ...beginningProbes,
  ...linkProbes,
  ...controlProbes,
  ...imageProbes,
  ...claimProbes,
  ...numberProbes,
  ...readerProbes,
  ...taskProbes,
  ...vocabularyProbes,
  ...buyingProbes,
  ...agreementProbes,
  ...procurementProbes,
  ...trustProbes,
  ...dataProbes,
  ...communityProbes,
  ...arguingProbes,
  ...planningProbes,
  ...workingProbes,
  ...failingProbes,
  ...peopleProbes,
  ...codeProbes,
  ...speechProbes,
  ...pictureProbes,
];
