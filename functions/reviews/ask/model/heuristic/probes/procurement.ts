import { checklist } from '../checklist.ts';
import type { Probe } from '../observation.ts';

const EXPORT =
  /\bexport|take your data|download (?:all )?your data|hand(?:ed)? over|return of data|daten mitnehmen|datenexport/;

/** What a company asks before it buys. */
export const procurementProbes: readonly Probe[] = [
  checklist({
    id: 'enterprise-gates',
    names: 'gate answers',
    topics: 'gate security certif compliance sso hosting subprocessor sla',
    what: 'answers that internal gates ask for',
    items: [
      [
        'certificates',
        /\biso ?27001|\bsoc ?2|\bpci|\btisax|\bhipaa|\bc5\b/,
        'Name certificate, scope, date and where the report can be had.',
      ],
      [
        'hosting place',
        /\bhosted (?:in|on)|\bdata ?cent(?:er|re)|\bregion|\bfrankfurt|\bin the eu\b|\bserverstandort|rechenzentrum/,
        'Name where data are hosted.',
      ],
      [
        'subprocessors',
        /\bsub-?processors?|\bauftragsverarbeit|\bdpa\b|data processing agreement/,
        'List subprocessors, or link the list.',
      ],
      [
        'sign-in standards',
        /\bsaml|\bsso\b|single sign-on|\boidc|\bscim|\boauth|\b2fa|two[- ]factor|\bmfa\b/,
        'Name the sign-in standards.',
      ],
      [
        'encryption and backup',
        /\bencrypt|\bbackup|verschlüssel|\btls\b|\baes/,
        'Say what is encrypted, and how often backed up.',
      ],
      [
        'service level',
        /\bsla\b|\buptime|\bavailability|\d+[.,]\d+ ?%|verfügbarkeit/,
        'State the service level and what happens when it is missed.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'integration',
    names: 'fit with what exists',
    topics: 'integrat migrat import standard connect admin',
    what: 'things that decide whether it fits',
    items: [
      [
        'standards',
        /\bapi\b|\bcsv\b|\bsaml|\boauth|\bwebhook|\bics\b|\bldap|\bscim|\bjson\b|\bxml\b|schnittstelle/,
        'Name the standard or format of each connection.',
      ],
      [
        'named systems',
        /\bslack|\bgoogle|\bmicrosoft|\boutlook|\bsalesforce|\bsap\b|\bjira|\bgithub|\bshopify|\bzapier|\bdatev|\bexcel\b/,
        'Name the systems it works with, and the version.',
      ],
      [
        'migration',
        /\bmigrat|\bimport|\bmove (?:your|over)|\bumzug|\bübernahme/,
        'Say what is brought along from the old system, and how long that takes.',
      ],
      ['set-up', /\bset ?up|\binstall|\bconfigur|\beinricht/, 'Say who sets it up, and in how much time.'],
      ['administration', /\badmin|\broles?\b|\bpermission|\brechte\b/, 'Say who administers it, with which roles.'],
    ],
    where: 'end',
  }),
  checklist({
    id: 'supplier',
    names: 'staying power',
    topics: 'supplier company reference continuity owner',
    what: 'signs that a supplier lasts',
    items: [
      [
        'age',
        /\bsince (?:19|20)\d\d|\bfounded|\bestablished|\bseit (?:19|20)\d\d|gegründet|\d+ years/,
        'Say since when you exist.',
      ],
      [
        'size or owner',
        /\bemployees|\bteam of|\bowned by|\bindependent|\bmitarbeiter|\bgmbh|\bltd\b|\binc\b/,
        'Say how many you are, and who owns the company.',
      ],
      [
        'references',
        /\bcustomers?\b.{0,40}\b\d|\bclients include|\bcase stud|\breferen/,
        'Name a reference of the same size.',
      ],
      [
        'service level with remedy',
        /\bsla\b|\bcredit(?:s|ed)?\b|\buptime/,
        'Say what a missed service level gives back.',
      ],
      ['a plan for the end', EXPORT, 'Say what customers get if you stop.'],
    ],
    enough: 4,
    where: 'end',
  }),
];
