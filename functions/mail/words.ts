const en = {
  subject: (site: string) => `Your note on ${site} has an update`,
  title: 'Your note has an update',
  intro: (site: string) => `You left a note on ${site}. Here’s what changed.`,
  yourNote: 'Your note',
  answer: 'What changed',
  before: 'Before',
  after: 'After',
  change: 'View the change',
  openPage: 'Open the page',
  imagesLive: 'Image links work for 30 days.',
  why: (site: string) => `You’re receiving this because you left your email address with a note on ${site}.`,
  stop: 'Unsubscribe',
  data: 'View or erase your data',
};

const de: typeof en = {
  subject: (site) => `Neues zu Ihrer Notiz auf ${site}`,
  title: 'Neues zu Ihrer Notiz',
  intro: (site) => `Sie haben auf ${site} eine Notiz hinterlassen. Das hat sich geändert.`,
  yourNote: 'Ihre Notiz',
  answer: 'Was sich geändert hat',
  before: 'Vorher',
  after: 'Nachher',
  change: 'Änderung ansehen',
  openPage: 'Seite öffnen',
  imagesLive: 'Die Links zu den Bildern gelten 30 Tage.',
  why: (site) => `Sie erhalten diese Mail, weil Sie auf ${site} zu einer Notiz Ihre Adresse angegeben haben.`,
  stop: 'Abbestellen',
  data: 'Ihre Daten ansehen oder löschen',
};

export const words = { en, de };
export type Language = keyof typeof words;
