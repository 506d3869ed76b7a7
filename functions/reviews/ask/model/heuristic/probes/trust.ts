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

/** Who speaks, who can be reached, and whose it is. */
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
