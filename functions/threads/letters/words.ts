import type { Language } from '../../mail/layout.ts';
import type { ByMatter } from '../words.ts';

interface Opening {
  title: string;
  intro: (site: string) => string;
  /** Only if the note, or the original that a duplicate names, is open. */
  ifOpen?: string;
}

interface LetterWords {
  sender: (site: string) => string;
  subject: (site: string, note: string) => string;
  subjectPlain: (site: string) => string;
  /** By what happened, and where it matters, by what the note is. */
  opening: {
    resolved: ByMatter<Opening>;
    original: ByMatter<Opening>;
    won_t_fix: ByMatter<Opening>;
    duplicate: ByMatter<Opening>;
    praise: Opening;
    blocked: Opening;
    reply: Opening;
    worked: Opening;
  };
  revision: string;
  why: string;
  question: string;
  summary: string;
  replyBy: (name: string) => string;
  verified: string;
  open: string;
  mailAnswer: string;
  more: string;
  imagesLive: string;
  reason: (site: string) => string;
}

const en: LetterWords = {
  sender: (site) => `${site} via Sidenote`,
  subject: (site, note) => `Your note on ${site}: “${note}”`,
  subjectPlain: (site) => `Your note on ${site}`,
  opening: {
    resolved: {
      fault: {
        title: 'Your note is marked as fixed',
        intro: (site) => `The team of ${site} says that this is fixed. Is it?`,
      },
      question: {
        title: 'Your question has been answered',
        intro: (site) => `The team of ${site} answered your question.`,
      },
      idea: {
        title: 'We acted on your idea',
        intro: (site) => `The team of ${site} says that your idea is done.`,
      },
    },
    original: {
      fault: {
        title: 'The problem you reported is fixed',
        intro: (site) => `You and someone else reported the same problem on ${site}. It’s fixed now.`,
      },
      question: {
        title: 'Someone got an answer to your question',
        intro: (site) =>
          `Someone else asked the team of ${site} the same and got an answer. If you still want to know, ask again in the conversation.`,
      },
      idea: {
        title: 'The idea you had is done',
        intro: (site) => `You and someone else suggested the same for ${site}. It’s done now.`,
      },
    },
    won_t_fix: {
      fault: {
        title: 'We decided not to change this',
        intro: (site) => `The team of ${site} read your note and decided to leave this as it is.`,
      },
      question: {
        title: 'We closed your question',
        intro: (site) => `The team of ${site} read your question and won’t follow it up.`,
      },
      idea: {
        title: 'We decided against your idea',
        intro: (site) => `The team of ${site} read your idea and decided not to go ahead with it.`,
      },
    },
    duplicate: {
      fault: {
        title: 'This was already reported',
        intro: (site) => `Someone else reported the same problem on ${site}.`,
        ifOpen: 'We’ll email you when it’s fixed.',
      },
      question: {
        title: 'This was already asked',
        intro: (site) => `Someone else asked the team of ${site} the same.`,
        ifOpen: 'We’ll email you when it’s answered.',
      },
      idea: {
        title: 'This was already suggested',
        intro: (site) => `Someone else suggested the same to the team of ${site}.`,
        ifOpen: 'We’ll email you when it’s done.',
      },
    },
    praise: { title: 'Thank you for your note', intro: (site) => `The team of ${site} read your kind words.` },
    blocked: {
      title: 'We need an answer from you',
      intro: (site) => `The team of ${site} needs your answer to go on.`,
    },
    reply: { title: 'You have a reply', intro: (site) => `The team of ${site} replied to your note.` },
    worked: {
      title: 'We worked on your note',
      intro: (site) => `The team of ${site} worked on your note.`,
      ifOpen: 'It isn’t closed yet.',
    },
  },
  revision: 'Revision',
  why: 'Why',
  question: 'What we need to know',
  summary: 'In short',
  replyBy: (name) => `Reply from ${name}`,
  verified: 'Our browser checked the page: the element you pointed at looks different now.',
  open: 'Open the conversation',
  mailAnswer: 'You can also reply to this email, from this address. Only text arrives, no attachments.',
  more: 'There’s more in the conversation.',
  imagesLive: 'Image links work for 30 days.',
  reason: (site) => `You’re receiving this because you left your email address with a note on ${site}.`,
};

const de: LetterWords = {
  sender: (site) => `${site} über Sidenote`,
  subject: (site, note) => `Ihre Notiz auf ${site}: „${note}“`,
  subjectPlain: (site) => `Ihre Notiz auf ${site}`,
  opening: {
    resolved: {
      fault: {
        title: 'Ihre Notiz gilt als erledigt',
        intro: (site) => `Das Team von ${site} hat Ihre Notiz als erledigt markiert. Stimmt das?`,
      },
      question: {
        title: 'Ihre Frage ist beantwortet',
        intro: (site) => `Das Team von ${site} hat Ihre Frage beantwortet.`,
      },
      idea: { title: 'Ihre Idee ist umgesetzt', intro: (site) => `Das Team von ${site} hat Ihre Idee umgesetzt.` },
    },
    original: {
      fault: {
        title: 'Was Sie gemeldet haben, ist behoben',
        intro: (site) => `Sie und jemand anderes haben auf ${site} dasselbe gemeldet. Jetzt ist es behoben.`,
      },
      question: {
        title: 'Ihre Frage wurde beantwortet',
        intro: (site) =>
          `Jemand anderes hat das Team von ${site} dasselbe gefragt und eine Antwort bekommen. Wenn für Sie noch etwas offen ist, fragen Sie in der Unterhaltung noch einmal.`,
      },
      idea: {
        title: 'Ihre Idee ist umgesetzt',
        intro: (site) => `Sie und jemand anderes hatten für ${site} dieselbe Idee. Jetzt ist sie umgesetzt.`,
      },
    },
    won_t_fix: {
      fault: {
        title: 'Wir ändern das nicht',
        intro: (site) => `Das Team von ${site} hat Ihre Notiz gelesen und lässt es, wie es ist.`,
      },
      question: {
        title: 'Wir haben Ihre Frage geschlossen',
        intro: (site) => `Das Team von ${site} hat Ihre Frage gelesen und geht ihr nicht weiter nach.`,
      },
      idea: {
        title: 'Wir setzen Ihre Idee nicht um',
        intro: (site) => `Das Team von ${site} hat Ihre Idee gelesen und sich dagegen entschieden.`,
      },
    },
    duplicate: {
      fault: {
        title: 'Das wurde schon gemeldet',
        intro: (site) => `Jemand anderes hat auf ${site} dasselbe gemeldet.`,
        ifOpen: 'Wir schreiben Ihnen, wenn es behoben ist.',
      },
      question: {
        title: 'Das wurde schon gefragt',
        intro: (site) => `Jemand anderes hat das Team von ${site} dasselbe gefragt.`,
        ifOpen: 'Wir schreiben Ihnen, wenn es beantwortet ist.',
      },
      idea: {
        title: 'Das wurde schon vorgeschlagen',
        intro: (site) => `Jemand anderes hat dem Team von ${site} dasselbe vorgeschlagen.`,
        ifOpen: 'Wir schreiben Ihnen, wenn es umgesetzt ist.',
      },
    },
    praise: {
      title: 'Danke für Ihre Notiz',
      intro: (site) => `Das Team von ${site} hat Ihr Lob gelesen.`,
    },
    blocked: {
      title: 'Wir brauchen eine Antwort von Ihnen',
      intro: (site) => `Das Team von ${site} kommt mit Ihrer Notiz erst weiter, wenn Sie antworten.`,
    },
    reply: {
      title: 'Sie haben eine Antwort',
      intro: (site) => `Das Team von ${site} hat auf Ihre Notiz geantwortet.`,
    },
    worked: {
      title: 'Wir haben an Ihrer Notiz gearbeitet',
      intro: (site) => `Das Team von ${site} hat an Ihrer Notiz gearbeitet.`,
      ifOpen: 'Sie ist noch nicht abgeschlossen.',
    },
  },
  revision: 'Stand',
  why: 'Warum',
  question: 'Was wir wissen müssen',
  summary: 'Kurz gesagt',
  replyBy: (name) => `Antwort von ${name}`,
  verified: 'Unser Browser hat nachgesehen: Das Element, auf das Sie gezeigt haben, sieht jetzt anders aus.',
  open: 'Unterhaltung öffnen',
  mailAnswer: 'Sie können auch von dieser Adresse aus auf diese Mail antworten. Es kommt nur Text an, keine Anhänge.',
  more: 'In der Unterhaltung steht noch mehr.',
  imagesLive: 'Die Links zu den Bildern gelten 30 Tage.',
  reason: (site) => `Sie erhalten diese Mail, weil Sie auf ${site} zu einer Notiz Ihre Adresse angegeben haben.`,
};

export const letterWords: Readonly<Record<Language, LetterWords>> = { en, de };

export type Outcome = keyof LetterWords['opening'];
