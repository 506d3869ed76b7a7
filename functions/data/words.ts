import type { Held } from './held-store.ts';

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

/** None contains user input. */
const en = {
  title: 'Your data',
  intro: 'Sidenote stores this under the email address we wrote to.',
  nothing: 'Nothing is stored under this address.',
  lines: (held: Held): string[] => [
    ...(held.notes > 0 ? [many(held.notes, 'note you left', 'notes you left')] : []),
    ...(held.stakeholders > 0 ? [many(held.stakeholders, 'personal link to a site', 'personal links to sites')] : []),
    ...(held.invitations > 0 ? [many(held.invitations, 'invitation', 'invitations')] : []),
    ...(held.has_access_request ? ['An access request'] : []),
    ...(held.is_cut ? ['and more'] : []),
  ],
  account: 'This address also has an account. To export or delete it, sign in and open the account settings.',
  download: 'Download as JSON',
  partsTitle: 'Your data comes in parts',
  parts: 'It’s too much for one file. Download this part, then continue with the next one.',
  part: 'Download this part',
  nextPart: 'Next part',
  lastPart: 'This is the last part.',
  eraseIntro:
    'Erasing removes your name and address from notes, and deletes your ratings, your answers to a site’s questions, attached files, links, invitations and requests. The text of your notes and replies stays, without your name. You can’t undo this.',
  erase: 'Erase my data',
  doneTitle: 'Erasure started',
  done: 'Your name and address are being removed. This takes a few minutes.',
  goneTitle: 'This link doesn’t work',
  gone: 'A link to your data works for 30 days. Open the link in a newer email from us.',
};

const de: typeof en = {
  title: 'Ihre Daten',
  intro: 'Das speichert Sidenote unter der Mail-Adresse, an die Ihre Mail ging.',
  nothing: 'Unter dieser Adresse ist nichts gespeichert.',
  lines: (held) => [
    ...(held.notes > 0 ? [many(held.notes, 'Notiz von Ihnen', 'Notizen von Ihnen')] : []),
    ...(held.stakeholders > 0
      ? [many(held.stakeholders, 'persönlicher Link zu einer Website', 'persönliche Links zu Websites')]
      : []),
    ...(held.invitations > 0 ? [many(held.invitations, 'Einladung', 'Einladungen')] : []),
    ...(held.has_access_request ? ['Eine Zugangsanfrage'] : []),
    ...(held.is_cut ? ['und mehr'] : []),
  ],
  account:
    'Zu dieser Adresse gibt es auch ein Konto. Um es zu exportieren oder zu löschen, melden Sie sich an und öffnen Sie die Kontoeinstellungen.',
  download: 'Als JSON herunterladen',
  partsTitle: 'Ihre Daten kommen in Teilen',
  parts: 'Für eine Datei ist es zu viel. Laden Sie diesen Teil herunter und gehen Sie dann zum nächsten.',
  part: 'Diesen Teil herunterladen',
  nextPart: 'Nächster Teil',
  lastPart: 'Das ist der letzte Teil.',
  eraseIntro:
    'Beim Löschen entfernen wir Namen und Adresse aus Ihren Notizen und löschen Ihre Bewertungen, Ihre Antworten auf Fragen einer Website, angehängte Dateien, Links, Einladungen und Anfragen. Der Text Ihrer Notizen und Kommentare bleibt ohne Ihren Namen. Das lässt sich nicht rückgängig machen.',
  erase: 'Meine Daten löschen',
  doneTitle: 'Löschung begonnen',
  done: 'Ihr Name und Ihre Adresse werden entfernt. Das dauert einige Minuten.',
  goneTitle: 'Dieser Link funktioniert nicht',
  gone: 'Ein Link zu Ihren Daten gilt 30 Tage. Öffnen Sie den Link in einer neueren Mail von uns.',
};

const words = { en, de };
type Locale = keyof typeof words;

export const wordsOf = (locale: Locale): typeof en => words[locale];
