import type { Language } from '../mail/layout.ts';

const status = {
  pending: 'Open',
  blocked: 'Waiting for your answer',
  resolved: 'Fixed',
  won_t_fix: 'Won’t be changed',
  duplicate: 'Already reported',
};

const en = {
  pageTitle: (site: string) => `Your note on ${site}`,
  status: {
    fault: status,
    question: { ...status, resolved: 'Answered', won_t_fix: 'Closed', duplicate: 'Already asked' },
    idea: { ...status, resolved: 'Done', won_t_fix: 'Not planned', duplicate: 'Already suggested' },
  },
  confirmed: {
    fault: 'You confirmed that it’s fixed. Thank you!',
    question: 'You said that this answers your question. Thank you!',
    idea: 'You said that this is what you had in mind. Thank you!',
  },
  reopened: {
    fault: 'You said that it isn’t fixed yet. The note is open again.',
    question: 'You said that your question isn’t answered yet. The note is open again.',
    idea: 'You said that this isn’t quite what you had in mind. The note is open again.',
  },
  stillWrong: {
    fault: 'What’s still wrong?',
    question: 'What do you still want to know?',
    idea: 'What’s missing?',
  },
  sendNotYet: 'Not yet, reopen my note',
  sent: 'Sent.',
  promise: 'We’ll email you when there’s an answer.',
  writeReply: 'Your answer',
  send: 'Send',
  you: 'You',
  full: 'This note has no room for more replies.',
  changedMeanwhile: 'The note changed in the meantime. Have a look, then answer again.',
  tooLong: 'Write between 1 and 10,000 characters.',
  credential: 'This contains a credential of Sidenote, which others could read. Leave it out.',
  expiredTitle: 'This link has expired',
  expired: 'Open the link in a newer email about this note, or visit the site and open “Your notes”.',
  revokedTitle: 'This link no longer works',
  revoked: 'You unsubscribed from our emails, so their links are closed. Visit the site and open “Your notes”.',
  blocked:
    'Our emails to your address came back or were reported as spam, so their links are closed. Visit the site and open “Your notes”.',
  goneTitle: 'There’s no note here',
  gone: 'The link may be incomplete, or the note was deleted. Open the link from your email again.',
  thanks: 'Thank you for your note',
  needsAnswer: 'We need an answer from you',
};

const stand = {
  pending: 'Offen',
  blocked: 'Wartet auf Ihre Antwort',
  resolved: 'Erledigt',
  won_t_fix: 'Wird nicht geändert',
  duplicate: 'Schon gemeldet',
};

const de: typeof en = {
  pageTitle: (site) => `Ihre Notiz auf ${site}`,
  status: {
    fault: stand,
    question: { ...stand, resolved: 'Beantwortet', won_t_fix: 'Geschlossen', duplicate: 'Schon gefragt' },
    idea: { ...stand, resolved: 'Umgesetzt', won_t_fix: 'Nicht geplant', duplicate: 'Schon vorgeschlagen' },
  },
  confirmed: {
    fault: 'Sie haben bestätigt, dass es behoben ist. Danke!',
    question: 'Sie haben gesagt, dass Ihre Frage beantwortet ist. Danke!',
    idea: 'Sie haben gesagt, dass es so ist, wie Sie es sich vorgestellt haben. Danke!',
  },
  reopened: {
    fault: 'Sie haben gesagt, dass es noch nicht behoben ist. Die Notiz ist wieder offen.',
    question: 'Sie haben gesagt, dass Ihre Frage noch nicht beantwortet ist. Die Notiz ist wieder offen.',
    idea: 'Sie haben gesagt, dass es noch nicht ganz so ist, wie Sie es sich vorgestellt haben. Die Notiz ist wieder offen.',
  },
  stillWrong: {
    fault: 'Was stimmt noch nicht?',
    question: 'Was möchten Sie noch wissen?',
    idea: 'Was fehlt noch?',
  },
  sendNotYet: 'Noch nicht, Notiz wieder öffnen',
  sent: 'Gesendet.',
  promise: 'Wir schreiben Ihnen, wenn es eine Antwort gibt.',
  writeReply: 'Ihre Antwort',
  send: 'Senden',
  you: 'Sie',
  full: 'Für weitere Antworten ist auf dieser Notiz kein Platz mehr.',
  changedMeanwhile: 'Die Notiz hat sich inzwischen geändert. Sehen Sie nach, und antworten Sie dann noch einmal.',
  tooLong: 'Schreiben Sie zwischen 1 und 10.000 Zeichen.',
  credential: 'Das enthält einen Zugang zu Sidenote, den andere lesen könnten. Lassen Sie ihn weg.',
  expiredTitle: 'Dieser Link ist abgelaufen',
  expired: 'Öffnen Sie den Link in einer neueren Mail zu dieser Notiz, oder auf der Website „Ihre Notizen“.',
  revokedTitle: 'Dieser Link gilt nicht mehr',
  revoked:
    'Sie haben unsere Mails abbestellt, deshalb sind ihre Links geschlossen. Öffnen Sie auf der Website „Ihre Notizen“.',
  blocked:
    'Unsere Mails an Ihre Adresse kamen zurück oder wurden als Spam gemeldet, deshalb sind ihre Links geschlossen. Öffnen Sie auf der Website „Ihre Notizen“.',
  goneTitle: 'Hier ist keine Notiz',
  gone: 'Vielleicht ist der Link unvollständig, oder die Notiz wurde gelöscht. Öffnen Sie den Link in Ihrer Mail noch einmal.',
  thanks: 'Danke für Ihre Notiz',
  needsAnswer: 'Wir brauchen eine Antwort von Ihnen',
};

export const pageWords: Readonly<Record<Language, typeof en>> = { en, de };
