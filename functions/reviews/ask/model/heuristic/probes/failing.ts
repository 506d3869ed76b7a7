import { checklist } from '../checklist.ts';
import type { Probe } from '../observation.ts';

const TIME = /\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:am|pm|uhr|utc|cet|gmt)\b/;

const ABOUT_SYSTEM = [
  'a system that runs',
  /\b(?:systems?|services?|servers?|deploy|databases?|api|app|software|backups?|data|websites?|incident|outage|machine|dienst|datenbank)/,
] as const;
const ABOUT_INCIDENT = [
  'something that went wrong',
  /\b(?:outage|incident|errors?|fail(?:ed|ure|s)?|down|sorry|apolog|problems?|bugs?|issues?|broken|delay|störung|fehler|ausfall|entschuldig)/,
] as const;

/** What should be told of failures. */
export const failingProbes: readonly Probe[] = [
  checklist({
    id: 'failure-modes',
    about: ABOUT_SYSTEM,
    names: 'failure modes named|completeness',
    topics: 'failure mode outage depend slow down break',
    what: 'kinds of failure that are named',
    items: [
      [
        'gone',
        /\bdown\b|\boutage|\bunavailable|\bunreachable|\bcrash|\boffline|\bausfall|\bnicht erreichbar/,
        'Say what users notice when each dependency is gone.',
      ],
      [
        'slow',
        /\bslow|\btime[- ]?out|\blatency|\bdelay|\bbacklog|\bqueue|\blangsam|\bverzöger/,
        'Say what happens when it is slow.',
      ],
      [
        'wrong',
        /\bcorrupt|\binconsisten|\bstale|\bduplicate|\bwrong (?:data|result|answer)|\bfalsche daten|\bdoppelt/,
        'Say what happens when it answers wrongly.',
      ],
      [
        'full or too many',
        /\bdisk (?:full|space)|\bcapacity|\boverload|\bquota|\bspike|\btoo many|\bvoll\b|\büberlast/,
        'Say what happens when it is full.',
      ],
      [
        'what users notice',
        /\b(?:users?|customers?|visitors?) (?:will |would |may |might )?(?:see|notice|get|cannot|can't|experience|lose)|\bnutzer (?:sehen|merken)/,
        'Say what users notice.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'signals',
    about: ABOUT_SYSTEM,
    names: 'signals',
    topics: 'signal alarm metric alert monitor threshold dashboard',
    what: 'parts of noticing trouble',
    items: [
      [
        'a metric',
        /\bmetric|\berror rate|\blatency|\buptime|\bp9\d|\bmonitor|\bkennzahl/,
        'Name the metric that follows users’ pain.',
      ],
      [
        'a threshold',
        /(?:above|over|more than|below|under|>|<|exceeds?) ?\d|\bthreshold|\bschwelle/,
        'Give it a threshold.',
      ],
      ['an alarm', /\balert|\balarm|\bpage[sd]?\b|\bpager|\bnotif/, 'Say what raises an alarm.'],
      ['an owner', /\bon[- ]call|\bowner|\bteam\b|\bresponsib|\bbereitschaft|\bzuständig/, 'Say who is called.'],
    ],
    where: 'end',
  }),
  checklist({
    id: 'incident-impact',
    about: ABOUT_INCIDENT,
    names: 'impact in their terms',
    topics: 'impact affected incident outage since symptom',
    what: 'things that tell whether one is concerned',
    items: [
      [
        'what was seen',
        /\b(?:could not|cannot|can't|unable to|failed to|slow|error|missing|delayed|unavailable|down|konnten nicht|nicht erreichbar|langsam)\b/,
        'Say what people saw.',
      ],
      [
        'who',
        /\b(?:customers?|users?|accounts?|visitors?) (?:in|on|with|who|using)|\b\d+ ?(?:%|percent|of) |\ball (?:customers|users)|\bkunden (?:in|mit|die)/,
        'Say who, and how many.',
      ],
      ['since when', TIME, 'Say from when to when, with the time zone.'],
      [
        'what still works',
        /\b(?:not|un)affected|\bstill works?|\bcontinues? to work|\bnot impacted|\bnicht betroffen|\bfunktioniert weiter/,
        'Say what still works.',
      ],
      [
        'what is safe',
        /\b(?:no|your) (?:data|payments?|passwords?) (?:was|were|is|are|has|have)|\bno data\b|\bsafe\b|\bkeine daten|\bsicher\b/,
        'Say whether data and money are safe.',
      ],
    ],
    against: [
      [
        'nobody in particular',
        /some users (?:may|might)|may experience|einige nutzer|möglicherweise/,
        'Say who, how many and with what symptom.',
      ],
    ],
    where: 'start',
  }),
  checklist({
    id: 'incident-rhythm',
    about: ABOUT_INCIDENT,
    names: 'rhythm',
    topics: 'update next rhythm status post promise',
    what: 'parts of a kept rhythm',
    items: [
      [
        'the next update',
        /\bnext update|\bwe(?:'ll| will) (?:update|post|report|inform|write)|\bupdate (?:by|at|in|within)|\bnächstes update|\bwir melden/,
        'Promise the next update with a time.',
      ],
      ['a time', TIME, 'Stamp each post with its time and zone.'],
      [
        'what is known',
        /\bwe (?:know|found|identified|have identified|confirmed)|\bcause\b|\bwir wissen|\bursache/,
        'Say what is known.',
      ],
      [
        'what is not known',
        /\b(?:not yet|do not|don't) (?:know|clear)|\binvestigat|\bstill (?:looking|checking|working)|\bwir (?:prüfen|untersuchen)/,
        'Say what is not known yet.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'incident-ownership',
    about: ABOUT_INCIDENT,
    names: 'ownership|tone under bad news',
    topics: 'apolog sorry own cause amend prevent measure responsib',
    what: 'parts of owning a fault',
    items: [
      [
        'an apology',
        /\bsorry\b|\bapologi[sz]|\bour (?:fault|mistake)|\bwe let you down|\bentschuldig|\btut uns leid/,
        'Apologise in one plain sentence.',
      ],
      [
        'the cause',
        /\bcause[ds]?\b|\bbecause\b|\bdue to\b|\bursache|\bweil\b|\bgrund\b/,
        'Say the cause, and your part in it.',
      ],
      [
        'a measure',
        /\bwe (?:have |will |are )?(?:added|adding|add|chang|fix|introduc|remov|review|test|monitor|hired?)\w*|\bto prevent|\bfrom now on|\bkünftig|\bmaßnahme/,
        'Say what is changed so that it does not come back.',
      ],
      [
        'a date for it',
        /\bby (?:the end|\w+ \d|monday|friday|next|january|february|march|april|may|june|july|august|september|october|november|december)|\bwithin \d+|\bthis week|\bbis (?:ende|zum)/,
        'Give each measure a date.',
      ],
      [
        'amends',
        /\bcredit|\brefund|\bcompensat|\bmake (?:it|this) (?:right|good)|\bgutschrift|\berstatt/,
        'Say what those who were hit get.',
      ],
    ],
    enough: 4,
    where: 'end',
  }),
  checklist({
    id: 'trace',
    about: ABOUT_INCIDENT,
    names: 'place and trace|when it fails',
    topics: 'trace identifier code report reference place',
    what: 'things that make a failure reportable',
    items: [
      [
        'a code',
        /\b(?:error|reference|request|incident|support)[ -]?(?:code|id|number|no)\b|\b[a-z]{2,5}-\d{2,}\b|\bfehlercode|\breferenz/,
        'Show a short code for support.',
      ],
      ['where to report', /\bcontact|\breport\b|\bsupport\b|@|\bmelden\b/, 'Say where to report it.'],
      [
        'the place',
        /\b(?:field|line|step|page|row|form|file|feld|zeile|schritt|datei)\b/,
        'Name the field, line or file it is about.',
      ],
      [
        'that it stays',
        /\bdismiss|\bclose\b|\bhistory\b|\blog\b|\bschließen/,
        'Let the message stay until it was read.',
      ],
    ],
    where: 'end',
  }),
];
