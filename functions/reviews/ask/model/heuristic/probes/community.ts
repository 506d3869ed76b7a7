import { checklist } from '../checklist.ts';
import type { Probe } from '../observation.ts';

const ANSWER_TIME =
  /\b(?:within|in under|in) (?:\d+|one|two|a few) (?:business |working )?(?:minutes?|hours?|days?)|innerhalb von|same day|werktag/;

const ABOUT_PEOPLE = [
  'people who meet',
  /\b(?:users?|members?|posts?|profiles?|communit|accounts?|comments?|reviews?|chat|messages?|upload|mitglied|nutzer|kommentar|beitr)/,
] as const;

/** What people who meet are protected by. */
export const communityProbes: readonly Probe[] = [
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
];
