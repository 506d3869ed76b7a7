import type { Language } from '../../mail/words.ts';

/** The words of the mail to somebody who is invited, by language. */
const en = {
  subject: (workspace: string) => `Invitation to ${workspace}`,
  title: 'You are invited',
  intro: (by: string, workspace: string) => `${by} invites you to work on ${workspace} in Sidenote.`,
  somebody: 'A colleague',
  roles: {
    MEMBER: 'As a member you read and answer the notes of every site.',
    GUEST: 'As a guest you read and answer the notes of the sites you were given.',
  },
  open: 'Open the invitation',
  until: (day: string) => `It is good until ${day}.`,
  why: 'You get this mail because your address was invited. If you did not expect it, do nothing.',
  stop: 'Stop mail from Sidenote to this address',
  data: 'See or erase what we hold about you',
};

const de: typeof en = {
  subject: (workspace) => `Einladung zu ${workspace}`,
  title: 'Sie sind eingeladen',
  intro: (by, workspace) => `${by} lädt Sie ein, in Sidenote an ${workspace} mitzuarbeiten.`,
  somebody: 'Jemand aus dem Team',
  roles: {
    MEMBER: 'Als Mitglied lesen und beantworten Sie die Notizen aller Sites.',
    GUEST: 'Als Gast lesen und beantworten Sie die Notizen der Sites, die Ihnen freigegeben sind.',
  },
  open: 'Einladung öffnen',
  until: (day) => `Sie gilt bis ${day}.`,
  why: 'Sie erhalten diese Mail, weil Ihre Adresse eingeladen wurde. Wenn Sie das nicht erwartet haben, tun Sie nichts.',
  stop: 'Keine Mails von Sidenote mehr an diese Adresse',
  data: 'Ansehen oder löschen, was wir über Sie gespeichert haben',
};

export const invitationWords: Record<Language, typeof en> = { en, de };
