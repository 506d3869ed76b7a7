/** The words of the mail to a submitter, by language. */
const en = {
  subject: (site: string) => `News on your note on ${site}`,
  title: 'Someone worked on your note',
  intro: (site: string) => `You left a note on ${site}. This is what came of it.`,
  yourNote: 'Your note',
  answer: 'What was done',
  before: 'Before',
  after: 'After',
  change: 'See the change itself',
  openPage: 'Open the page',
  imagesLive: 'The images can be opened for 30 days.',
  why: (site: string) => `You get this mail because this address was left with a note on ${site}.`,
  stop: 'Stop these mails',
  data: 'See or erase what we hold about you',
};

const de: typeof en = {
  subject: (site) => `Neues zu Ihrer Notiz auf ${site}`,
  title: 'Ihre Notiz wurde bearbeitet',
  intro: (site) => `Sie haben auf ${site} eine Notiz hinterlassen. Das ist daraus geworden.`,
  yourNote: 'Ihre Notiz',
  answer: 'Was getan wurde',
  before: 'Vorher',
  after: 'Nachher',
  change: 'Die Änderung selbst ansehen',
  openPage: 'Seite öffnen',
  imagesLive: 'Die Bilder lassen sich 30 Tage lang öffnen.',
  why: (site) => `Sie erhalten diese Mail, weil diese Adresse mit einer Notiz auf ${site} hinterlassen wurde.`,
  stop: 'Keine solchen Mails mehr',
  data: 'Ansehen oder löschen, was wir über Sie gespeichert haben',
};

export const words = { en, de };
export type Language = keyof typeof words;
