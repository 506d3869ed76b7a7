import { checklist } from '../checklist.ts';
import type { Probe } from '../observation.ts';

const MAIL = /[\w.+-]{1,60}@[\w-]{1,60}\.\w{2,}/;
const PHONE =
  /(?:\+\d{1,3}|\b0\d{2,4})[\s()/-]{0,3}\d[\d\s()/-]{5,14}\d|\b(?:phone|telephone|tel\.?|telefon|call)(?: us)?(?: on| at|:)? ?\(?\+?\d/;
const ADDRESS =
  /\b(?:street|road|avenue|lane|square|p\.? ?o\.? box)\b|(?:straße|strasse|str\.|platz|weg|gasse|allee) \d|\b\d{5} [a-zäöü]{3}|\b[a-z]{1,2}\d{1,2} ?\d[a-z]{2}\b|\b(?:suite|floor) \d/;
const COMPANY = /\b(?:gmbh|ug|ag|ltd|limited|inc|llc|plc|e\.k\.|s\.?a\.?r\.?l|b\.v\.|oy|kg|ohg)\b/;
const HOURS =
  /\bfrom \d{1,2}(?::\d\d)? (?:to|until) \d{1,2}|\bvon \d{1,2}(?::\d\d)? bis \d{1,2}|\b(?:mon|monday|mo|montag)\b.{0,20}(?:fri|friday|fr|freitag)|\b\d{1,2}(?::\d\d)? ?(?:am|pm|uhr)\b|\b\d{1,2}:\d\d ?[–-] ?\d{1,2}:\d\d|business hours|opening hours|öffnungszeiten/;
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
const ABOUT_PEOPLE = [
  'people who meet',
  /\b(?:users?|members?|posts?|profiles?|communit|accounts?|comments?|reviews?|chat|messages?|upload|mitglied|nutzer|kommentar|beitr)/,
] as const;

/** Who speaks, who can be reached, and what happens with data. */
export const trustProbes: readonly Probe[] = [
  checklist({
    id: 'contact',
    names: 'a person to ask|expectations|self-help',
    topics: 'contact human telephone reach channel hours answer help',
    what: 'things that reaching somebody takes',
    items: [
      ['an e-mail address', MAIL, 'Give an e-mail address that a person reads.'],
      ['a telephone number', PHONE, 'Give a telephone number, or say that there is none.'],
      ['hours', HOURS, 'Say on which days and hours somebody answers.'],
      ['a time of answer', ANSWER_TIME, 'Promise a time of answer: “within one working day”.'],
      [
        'a person or team by name',
        /\b(?:ask|contact|call|write to|reach) [a-z]+ (?:at|in|on|from)\b|\bour (?:support|service|help) team|\bansprechpartner|\bsupport team/,
        'Name who answers.',
      ],
    ],
    enough: 4,
    where: 'end',
  }),
  checklist({
    id: 'identity',
    names: 'identity of the seller|signs of honesty|respect',
    topics: 'identity imprint legal seller owner honest address register',
    what: 'signs of who stands behind it',
    items: [
      ['a legal name', COMPANY, 'Give the legal name with its form.'],
      ['a postal address', ADDRESS, 'Give a postal address.'],
      ['an e-mail address', MAIL, 'Give an e-mail address.'],
      ['a telephone number', PHONE, 'Give a telephone number.'],
      [
        'imprint or register',
        /\bimprint|\bimpressum|\blegal notice|\bregist(?:er|ered|ration) (?:no|number|court|in)|handelsregister|\bhrb\b|company number|\bvat (?:id|no)|ust-?id/,
        'Link the imprint, with the register number.',
      ],
      ['privacy notice', /\bprivacy|datenschutz/, 'Link the privacy notice.'],
    ],
    enough: 5,
    where: 'end',
  }),
  checklist({
    id: 'sender-checks',
    names: 'respect|sender proof',
    topics: 'unsubscribe sender consent footer mail',
    what: 'things that an honest sender tells',
    items: [
      ['who writes', COMPANY, 'Sign with the full name of the sender.'],
      [
        'why one receives it',
        /\byou(?:'re| are)? (?:receiv|get)(?:e|ing|ting)? this|\bbecause you|\bsie erhalten diese|\bwell you signed/,
        'Say why the reader receives it: “because you bought …”.',
      ],
      [
        'a way out',
        /\bunsubscribe|\bopt[- ]out|\babmelden|\babbestellen|preferences/,
        'Put a one-click way out into the footer.',
      ],
      ['a postal address', ADDRESS, 'Add the postal address.'],
      [
        'another way to verify',
        /\b(?:type|enter) (?:our|the) address|\bgo to our (?:site|website) yourself|\bcall us (?:on|at)|\bwe (?:will )?never ask|wir fragen (?:sie )?nie/,
        'Say how to verify it without this message, and what you never ask for.',
      ],
    ],
    enough: 4,
    where: 'end',
  }),
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
  checklist({
    id: 'asked-for',
    names: 'requests|questions asked',
    topics: 'request asks password code personal required ask',
    what: 'signs that a request is honest',
    items: [
      [
        'a reason',
        /\bbecause\b|\bso that\b|\bwe need (?:this|it|your)|\bto (?:verify|confirm|deliver|send you)|\bdamit\b|\bweil\b/,
        'Say why it is asked for.',
      ],
      [
        'a choice',
        /\boptional|\bskip|\bif you (?:like|wish|want)|\blater\b|freiwillig|überspringen/,
        'Say what is optional.',
      ],
      [
        'what is never asked for',
        /\bwe (?:will )?never ask|\bdo not (?:share|send|give)|wir fragen (?:sie )?nie|niemals nach/,
        'Say what you never ask for.',
      ],
    ],
    against: [
      [
        'secrets or payment asked for',
        /\b(?:enter|send|give|confirm|verify|update|provide)\b.{0,40}\b(?:password|pin|card number|cvv|account details|bank details|social security|tan)\b|passwort (?:eingeben|bestätigen)|gift card|anydesk|teamviewer/,
        'Ask to sign in at the known address instead of here.',
      ],
    ],
    enough: 2,
    where: 'action',
  }),
  checklist({
    id: 'community-harm',
    about: ABOUT_PEOPLE,
    names: 'foreseeable harm',
    topics: 'harm misuse abuse harass minor spam impersonat',
    what: 'foreseen misuses',
    items: [
      ['harassment', /\bharass|\bbully|\bhate|\bthreat|belästig|beleidig/, 'Say what is done against harassment.'],
      [
        'impersonation',
        /\bimpersonat|\bfake (?:account|profile)|\bidentity|identität/,
        'Say what is done against impersonation.',
      ],
      ['spam', /\bspam|\bflood|\brate limit|\bbulk/, 'Name the limits against spam.'],
      [
        'minors',
        /\bminors?\b|\bchild|\bunder 1[368]|\bage\b|jugend|kinder/,
        'Say from which age, and how it is checked.',
      ],
      [
        'private data of others',
        /\bprivate|\bpersonal (?:data|information)|\bdoxx|\bconsent|persönliche/,
        'Say what may not be published about others.',
      ],
      ['limits', /\blimit|\bblock|\bmute|\bdefault|sperr|blockier/, 'Name the default that protects the weaker side.'],
    ],
    enough: 5,
    where: 'end',
  }),
  checklist({
    id: 'fair-enforcement',
    about: ABOUT_PEOPLE,
    names: 'fair enforcement',
    topics: 'enforce appeal remov suspend decision contest',
    what: 'parts of a fair decision',
    items: [
      ['a notice', /\bnotif|\binform|\btold\b|\bmessage\b|benachrichtig/, 'Promise a notice to whoever is concerned.'],
      ['the reason', /\breason|\brule\b|\bwhich (?:rule|part)|grund/, 'Name the rule and the evidence in the notice.'],
      [
        'an appeal',
        /\bappeal|\bcontest|\bobject|\breview(?:ed)? by (?:a|another)|widerspruch/,
        'Give an appeal to another person.',
      ],
      ['a time', ANSWER_TIME, 'Say within what time.'],
      [
        'how long it lasts',
        /\bfor \d+ (?:days|hours|weeks)|\bpermanent|\btemporar|dauerhaft|vorübergehend/,
        'Say how long a measure lasts.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'reporting-path',
    about: ABOUT_PEOPLE,
    names: 'reporting path',
    topics: 'report block emergency complain',
    what: 'things that somebody who is harmed needs',
    items: [
      ['a way to report', /\breport\b|\bflag\b|meld(?:e|en|ung)/, 'Put a way to report where it happens.'],
      ['blocking', /\bblock|\bmute|\bunfollow|blockier/, 'Let people block at once.'],
      ['a time of answer', ANSWER_TIME, 'Say within what time a report is answered.'],
      [
        'what follows',
        /\bwe (?:will |'ll )?(?:review|look|remove|check|decide|answer)|\bafter you report|wir prüfen/,
        'Say what happens with a report.',
      ],
      ['help in emergencies', /\bemergenc|\bpolice|\bhelpline|notruf/, 'Say whom to call in danger.'],
    ],
    where: 'end',
  }),
  checklist({
    id: 'licence',
    names: 'licence fit|attribution|names and marks',
    topics: 'licen copyright attribut credit trademark author rights',
    what: 'words on whose it is',
    items: [
      [
        'a licence',
        /\blicen[cs]e|\bmit\b|\bapache|\bgpl|\bcreative commons|\bcc[- ]by|lizenz/,
        'Name the licence of your own work.',
      ],
      ['an owner', /©|\(c\)|copyright|all rights reserved|urheber|alle rechte/, 'Name the owner and the year.'],
      [
        'credits',
        /\bphoto(?:s|graph)? by|\bimage by|\bicons? by|\bcredit|\bvia\b|\bunsplash|\bbildnachweis|\bfoto:/,
        'Credit pictures and borrowed parts: author, source, licence.',
      ],
      [
        'marks of others',
        /®|™|trademark|marke(?:n|nrecht)|property of their/,
        'Say how you stand to the firms you name.',
      ],
      [
        'parts of others',
        /\bthird[- ]party|\bdependenc|\bopen[- ]source|drittanbieter/,
        'List parts of others with their licences.',
      ],
    ],
    enough: 4,
    where: 'end',
  }),
];
