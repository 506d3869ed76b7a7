import type { Language } from '../mail/layout.ts';

/** A kind of note by what a visitor expects of it: “Is it fixed?” is no question about a question. */
export type Matter = 'fault' | 'question' | 'idea';

export const matterOf = (kind: unknown): Matter => (kind === 'question' || kind === 'idea' ? kind : 'fault');

export type ByMatter<Words> = Readonly<Record<Matter, Words>>;

/** Of both the mails and the page of a note's thread. */
const en = {
  yourNote: 'Your note',
  change: 'View the change',
  pullRequest: 'View the pull request',
  changed: 'What changed',
  agent: (site: string) => `${site} (agent)`,
  before: 'Before',
  after: 'After',
  openPage: 'Open the page',
  answer: 'Answer',
  ask: {
    fault: { asked: 'Is it fixed?', yes: 'Yes, it’s fixed', notYet: 'Not yet' },
    question: { asked: 'Does this answer your question?', yes: 'Yes, it does', notYet: 'Not yet' },
    idea: { asked: 'Is this what you had in mind?', yes: 'Yes, it is', notYet: 'Not quite' },
  },
  stop: 'Unsubscribe',
  data: 'View or erase your data',
};

const de: typeof en = {
  yourNote: 'Ihre Notiz',
  change: 'Änderung ansehen',
  pullRequest: 'Pull Request ansehen',
  changed: 'Was sich geändert hat',
  agent: (site) => `${site} (Agent)`,
  before: 'Vorher',
  after: 'Nachher',
  openPage: 'Seite öffnen',
  answer: 'Antworten',
  ask: {
    fault: { asked: 'Ist es behoben?', yes: 'Ja, behoben', notYet: 'Noch nicht' },
    question: { asked: 'Ist Ihre Frage damit beantwortet?', yes: 'Ja, danke', notYet: 'Noch nicht' },
    idea: { asked: 'Ist es so, wie Sie es sich vorgestellt haben?', yes: 'Ja, genau so', notYet: 'Noch nicht ganz' },
  },
  stop: 'Abbestellen',
  data: 'Ihre Daten ansehen oder löschen',
};

export type Words = typeof en;
export const words: Readonly<Record<Language, Words>> = { en, de };
