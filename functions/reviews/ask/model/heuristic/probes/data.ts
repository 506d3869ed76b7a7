import { checklist } from '../checklist.ts';
import type { Probe } from '../observation.ts';

const MAIL = /[\w.+-]{1,60}@[\w-]{1,60}\.\w{2,}/;
const ANSWER_TIME =
  /\b(?:within|in under|in) (?:\d+|one|two|a few) (?:business |working )?(?:minutes?|hours?|days?)|innerhalb von|same day|werktag/;

const ABOUT_DATA = [
  'data of people',
  /\b(?:data|privacy|personal|cookies?|e-?mails?|form|account|sign up|register|newsletter|daten|datenschutz|konto|anmeld)/,
] as const;
const ABOUT_ACCESS = [
  'systems or access',
  /\b(?:users?|accounts?|api|tokens?|passwords?|servers?|security|log ?in|sign in|admin|access|data|app|software|nutzer|konto|passwort|zugriff)\b/,
] as const;

/** What happens with data, and who may reach them. */
export const dataProbes: readonly Probe[] = [
  checklist({
    id: 'data-purpose',
    about: ABOUT_DATA,
    names: 'purpose and basis',
    topics: 'purpose basis legal data privacy gdpr',
    what: 'things that each use of data needs',
    items: [
      [
        'which data',
        /\b(?:e-?mail address|name|ip address|payment data|usage data|log ?files|location|cookies?|personal data|personenbezogen)/,
        'List which data are taken.',
      ],
      [
        'what for',
        /\b(?:in order to|to (?:send|process|provide|deliver|fulfil|answer|create|secure)|for the purpose|zweck|um .{1,60} zu )\b/,
        'Tie each kind of data to one purpose.',
      ],
      [
        'the legal basis',
        /\bart(?:icle|ikel|\.)? ?6|\blegitimate interest|\bconsent\b|\bperform(?:ance|ing) (?:of )?(?:a|the|our) contract|\blegal (?:basis|obligation)|rechtsgrundlage|einwilligung|berechtigte/,
        'Name the legal basis of each purpose.',
      ],
      [
        'what refusing means',
        /\bif you (?:do not|don't|refuse|decline)|\bwithout (?:this|these|it) we|\bvoluntary|\boptional|freiwillig|ohne diese/,
        'Say what happens if somebody refuses.',
      ],
    ],
    against: [
      [
        'a purpose that covers anything',
        /improve our (?:services?|products?)|enhance (?:your|the) experience|business purposes|unsere dienste (?:zu )?verbessern/,
        'Say what is measured to improve what.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'data-retention',
    about: ABOUT_DATA,
    names: 'minimisation and retention',
    topics: 'retention minimis delete kept period storage',
    what: 'signs that data end',
    items: [
      [
        'a period',
        /\b(?:after|for|within) (?:\d+|one|two|three|six|ten|twelve|thirty) (?:days?|weeks?|months?|years?)|\b\d+ (?:tage|monate|jahre)/,
        'Give a period for each kind of data.',
      ],
      ['deleting', /\bdelet|\berase|\banonymi[sz]|lösch/, 'Say when and how data are deleted.'],
      [
        'need',
        /\bonly (?:the|what|data|if|as)|\bnecessary (?:for|to)|\brequired (?:to|for|by)|\bneeded|erforderlich|\bbrauchen\b|\bnötig/,
        'Say why each datum is needed.',
      ],
      [
        'legal duties to keep',
        /\bretention (?:period|dut)|\blegal(?:ly)? (?:obligation|required)|aufbewahrung|gesetz es verlangt|§ ?1[45]7/,
        'Name the laws that make you keep some longer.',
      ],
    ],
    against: [
      [
        'no limit at all',
        /as long as (?:is )?necessary|solange (?:wie )?(?:nötig|erforderlich)|indefinitely/,
        'Replace “as long as necessary” by a period or a criterion.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'data-recipients',
    about: ABOUT_DATA,
    names: 'sharing|third parties',
    topics: 'shar recipient third partner transfer processor countr',
    what: 'things that sharing data must tell',
    items: [
      [
        'recipients',
        /\bprocessors?|\bthird part|\bproviders?|\brecipients?|\bempfänger|\bdienstleister|\bgeben .{0,30}\bweiter|weitergabe|zahlungsdienst|paketdienst|übermittel|auftragsverarbeit/,
        'Say who receives data.',
      ],
      [
        'names',
        /\bgoogle|\bamazon|\baws\b|\bstripe|\bpaypal|\bmailchimp|\bcloudflare|\bhetzner|\bmicrosoft|\bmeta\b|\bmatomo/,
        'Name the recipients, or their exact kind.',
      ],
      [
        'countries',
        /\bunited states|\busa\b|\bu\.s\.|\bthe eu\b|\beea\b|\beuropean union|\bgermany|\bthird countr|\bireland|drittland|\bdeutschland/,
        'Name the countries.',
      ],
      [
        'safeguards',
        /\bstandard contractual|\bscc|\badequacy|\bdata privacy framework|\bsafeguards?|standardvertragsklausel|angemessenheits/,
        'Name the safeguard for each country outside.',
      ],
    ],
    against: [
      [
        'unnamed partners',
        /\b(?:our|selected|trusted) partners\b|unsere partner|affiliates/,
        'Say who the partners are and what they get.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'data-rights',
    about: ABOUT_DATA,
    names: 'choice and rights',
    topics: 'right choice consent access withdraw object refuse',
    what: 'ways to use one’s rights',
    items: [
      ['access', /\b(?:right (?:to|of) )?access\b|auskunft/, 'Name the right of access and where to ask.'],
      [
        'correcting or deleting',
        /\brectif|\bcorrect|\berasure|\bdelet|lösch|berichtig/,
        'Name the rights to correct and delete.',
      ],
      ['withdrawing consent', /\bwithdraw|\brevoke|widerruf/, 'Say how consent is withdrawn, as easily as given.'],
      ['objecting', /\bobject\b|widerspr/, 'Name the right to object.'],
      ['a contact', MAIL, 'Give the address to write to.'],
      [
        'an authority or deadline',
        /\bsupervisory|\bcomplain|aufsichtsbehörde|beschwer|landesbeauftragte|within (?:one|a) month/,
        'Name the authority, and by when you answer.',
      ],
    ],
    against: [
      [
        'consent taken for granted',
        /by (?:using|continuing|browsing)|durch die (?:weitere )?nutzung|pre-?ticked/,
        'Ask, with refusing as easy as accepting.',
      ],
    ],
    enough: 5,
    where: 'end',
  }),
  checklist({
    id: 'trust-boundaries',
    about: ABOUT_ACCESS,
    names: 'trust boundaries',
    topics: 'authoris authoriz boundary tenant role permission access',
    what: 'words on who may do what',
    items: [
      [
        'signing in',
        /\bauthenticat|\bsign(?:s|ed)? in|\blog(?:s|ged)? in|\btokens?\b|\bapi key|anmeld/,
        'Say how callers prove who they are.',
      ],
      [
        'roles or rights',
        /\broles?\b|\bpermission|\bauthori[sz]|\badmin|\baccess control|berechtig/,
        'Say which role may do what to which object.',
      ],
      [
        'tenants kept apart',
        /\btenant|\bworkspace|\bper[- ]customer|\bisolat|mandant/,
        'Say what keeps customers apart.',
      ],
      [
        'checked on the server',
        /\bserver[- ]side|\bon the server|\bvalidat|\bverif(?:y|ied)|serverseitig/,
        'Say where each check is made.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'security-response',
    about: ABOUT_ACCESS,
    names: 'detection and response',
    topics: 'detect response report log incident vulnerab disclos',
    what: 'signs that misuse is noticed',
    items: [
      [
        'a contact for reports',
        /\bsecurity@|\breport (?:a )?(?:vulnerab|security|abuse|bug)|security\.txt|responsible disclosure/,
        'Give an address for security reports.',
      ],
      ['a deadline', ANSWER_TIME, 'Promise within what time a report is answered.'],
      ['logs', /\baudit|\blog(?:s|ging|ged)\b|protokoll/, 'Say what is logged, and who looks.'],
      [
        'revoking',
        /\brevok|\brotat|\bdisabled? (?:the )?(?:key|token|account)|sperr/,
        'Say how a leaked key is revoked.',
      ],
      ['alarms', /\balert|\balarm|\bmonitor|überwach/, 'Say what raises an alarm.'],
    ],
    enough: 4,
    where: 'end',
  }),
];
