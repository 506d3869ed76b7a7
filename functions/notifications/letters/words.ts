import type { Language } from '../../mail/layout.ts';
import type { ShownEvent } from '../events.ts';

const en = {
  subject: {
    new_note: (site: string) => `New note on ${site}`,
    reply: (site: string) => `New reply on ${site}`,
    reopened: (site: string) => `A note on ${site} is open again`,
    assigned: (site: string) => `A note on ${site} was assigned to you`,
    mention: (site: string) => `You were mentioned in a note on ${site}`,
    resolved: (site: string) => `An agent resolved a note on ${site}`,
    verification_failed: (site: string) => `A fix on ${site} needs a look`,
    review_done: () => 'Your review has ended',
  } satisfies Record<ShownEvent, (site: string) => string>,
  intro: {
    new_note: (site: string) => `A visitor left a note on ${site}.`,
    reply: (site: string) => `A visitor replied to a note on ${site}.`,
    reopened: (site: string) => `A visitor says that a note on ${site} isn’t fixed yet. The note is open again.`,
    assigned: (site: string, by: string) => `${by} assigned a note on ${site} to you.`,
    mention: (site: string, by: string) => `${by} mentioned you in a note on ${site}.`,
    resolved: (site: string) => `An agent marked a note on ${site} as resolved.`,
    verification_failed: (site: string) =>
      `A note on ${site} is marked as resolved, but the element that it’s about looks the same as before.`,
    review_done: () => 'The review you started has ended.',
  } satisfies Record<ShownEvent, (site: string, by: string) => string>,
  someone: 'Someone on your team',
  note: 'The note',
  replied: 'The reply',
  summary: 'Summary',
  review: 'The review',
  open: 'Open the note',
  openReview: 'Open the review',
  digest: (count: number, workspace: string) =>
    count === 1 ? `1 update in ${workspace}` : `${count} updates in ${workspace}`,
  digestTitle: 'Since your last digest',
  more: (count: number) => `And ${count} more in the dashboard.`,
  openAll: 'Open the dashboard',
  why: (workspace: string) => `You’re receiving this because of your notification settings in ${workspace}.`,
  settings: 'Change notification settings',
  stop: 'Unsubscribe from this workspace’s notifications',
};

const de: typeof en = {
  subject: {
    new_note: (site) => `Neue Notiz auf ${site}`,
    reply: (site) => `Neue Antwort auf ${site}`,
    reopened: (site) => `Eine Notiz auf ${site} ist wieder offen`,
    assigned: (site) => `Ihnen wurde eine Notiz auf ${site} zugewiesen`,
    mention: (site) => `Sie wurden in einer Notiz auf ${site} erwähnt`,
    resolved: (site) => `Ein Agent hat eine Notiz auf ${site} erledigt`,
    verification_failed: (site) => `Bitte prüfen: eine Korrektur auf ${site}`,
    review_done: () => 'Ihr Review ist beendet',
  },
  intro: {
    new_note: (site) => `Auf ${site} wurde eine Notiz hinterlassen.`,
    reply: (site) => `Auf ${site} gibt es eine neue Antwort zu einer Notiz.`,
    reopened: (site) => `Laut Rückmeldung ist eine Notiz auf ${site} noch nicht behoben. Sie ist wieder offen.`,
    assigned: (site, by) => `${by} hat Ihnen eine Notiz auf ${site} zugewiesen.`,
    mention: (site, by) => `${by} hat Sie in einer Notiz auf ${site} erwähnt.`,
    resolved: (site) => `Ein Agent hat eine Notiz auf ${site} als erledigt markiert.`,
    verification_failed: (site) =>
      `Eine Notiz auf ${site} ist als erledigt markiert, aber das Element, um das es geht, sieht aus wie vorher.`,
    review_done: () => 'Das Review, das Sie gestartet haben, ist beendet.',
  },
  someone: 'Jemand aus Ihrem Team',
  note: 'Die Notiz',
  replied: 'Die Antwort',
  summary: 'Zusammenfassung',
  review: 'Das Review',
  open: 'Notiz öffnen',
  openReview: 'Review öffnen',
  digest: (count, workspace) => (count === 1 ? `1 Neuigkeit in ${workspace}` : `${count} Neuigkeiten in ${workspace}`),
  digestTitle: 'Seit Ihrer letzten Zusammenfassung',
  more: (count) => `Und ${count} weitere im Dashboard.`,
  openAll: 'Dashboard öffnen',
  why: (workspace) => `Sie erhalten diese Mail wegen Ihrer Benachrichtigungseinstellungen in ${workspace}.`,
  settings: 'Benachrichtigungen einstellen',
  stop: 'Benachrichtigungen dieses Arbeitsbereichs abbestellen',
};

export const words: Readonly<Record<Language, typeof en>> = { en, de };
