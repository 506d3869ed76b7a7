import type { Language } from '../../mail/words.ts';

/** Texts of the invitation email. */
const en = {
  subject: (workspace: string) => `Invitation to ${workspace}`,
  title: 'You’re invited',
  intro: (by: string, workspace: string) => `${by} invited you to ${workspace} on Sidenote.`,
  someone: 'A colleague',
  roles: {
    MEMBER: 'As a member, you can read and answer notes on every site.',
    GUEST: 'As a guest, you can read and answer notes on the sites shared with you.',
  },
  open: 'View invitation',
  until: (day: string) => `Expires on ${day}.`,
  why: 'You’re receiving this because someone invited your address. If you weren’t expecting it, ignore this email.',
  stop: 'Unsubscribe from all Sidenote email',
  data: 'View or erase your data',
};

const de: typeof en = {
  subject: (workspace) => `Einladung zu ${workspace}`,
  title: 'Sie sind eingeladen',
  intro: (by, workspace) => `${by} lädt Sie ein, bei Sidenote in ${workspace} mitzuarbeiten.`,
  someone: 'Jemand aus dem Team',
  roles: {
    MEMBER: 'Als Mitglied lesen und beantworten Sie die Notizen aller Websites.',
    GUEST: 'Als Gast lesen und beantworten Sie die Notizen der Websites, die Ihnen freigegeben sind.',
  },
  open: 'Einladung ansehen',
  until: (day) => `Gültig bis ${day}.`,
  why: 'Sie erhalten diese Mail, weil jemand Ihre Adresse eingeladen hat. Wenn Sie das nicht erwartet haben, können Sie sie ignorieren.',
  stop: 'Alle Mails von Sidenote abbestellen',
  data: 'Ihre Daten ansehen oder löschen',
};

export const invitationWords: Record<Language, typeof en> = { en, de };
