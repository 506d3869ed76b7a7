import { checklist } from '../checklist.ts';
import type { Probe } from '../observation.ts';

const MONEY = /(?:[€$£¥]|chf|eur|usd|gbp)\s?\d|\d[\d.,]*\s?(?:€|\$|£|euro|eur|usd|gbp|chf|dollars?)/;
const DATE =
  /\b(?:19|20)\d\d\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember)\b|\b(?:monday|tuesday|wednesday|thursday|friday|today|tomorrow|montag|dienstag|mittwoch|donnerstag|freitag)\b|\bq[1-4]\b|\b\d{1,2}[./]\d{1,2}[./]/;
const OWNER =
  /\b(?:owner|responsible|led by|lead(?:s)?|by (?:our|the) (?:team|engineer|lead|designer)|project manager|contact|verantwortlich|ansprechpartner)\b/;
const ABOUT_STUDY = [
  'people who were asked',
  /\b(?:interview|survey|participants?|respondents?|users? (?:said|told|told us|want)|stud(?:y|ies)|asked|research|feedback|umfrage|befrag|teilnehm|studie)/,
] as const;

/** What a plan, a study or an offer should tell. */
export const planningProbes: readonly Probe[] = [
  checklist({
    id: 'scope',
    names: 'scope|completeness',
    topics: 'scope exclu phase smallest edge boundary include',
    what: 'borders of what is meant',
    items: [
      [
        'what is in',
        /\binclud|\bin scope|\bcovers?\b|\bcontains|\bconsists? of|\bumfasst|\benthält|\benthalten/,
        'List what is included.',
      ],
      [
        'what is out',
        /\bout of scope|\bexclud|\bnot (?:included|part|covered)|\bwithout\b|\bno longer\b|\bnicht (?:enthalten|teil)/,
        'List what is not included, with the reason.',
      ],
      [
        'what comes first',
        /\bfirst (?:phase|step|version|release|part)|\bphase (?:1|one)|\bmvp\b|\bto begin with|\binitial(?:ly)?|\bzunächst|\berste[rn]? (?:phase|schritt)/,
        'Say what the first useful part is.',
      ],
      [
        'what comes later',
        /\blater\b|\bphase (?:2|two)|\bnext (?:phase|version|release|step)|\bin (?:the )?future|\broadmap|\bspäter/,
        'Say what is left for later.',
      ],
      [
        'edge cases',
        /\bexcept\b|\bunless\b|\bif (?:no|there|the|a)\b|\bempty\b|\bmaximum\b|\bat most\b|\bausgenommen|\bfalls\b/,
        'Decide the edge: none, too many, twice at once, not allowed.',
      ],
    ],
    enough: 4,
    where: 'end',
  }),
  checklist({
    id: 'success-measure',
    names: 'success measure|usability of findings',
    topics: 'measure success metric goal baseline target kpi rank',
    what: 'parts of a measure',
    items: [
      [
        'an aim',
        /\b(?:goal|aim|target|objective|success|measure|metric|increase|reduce|improve|raise|cut|lower|ziel|erfolg|messen|senken|erhöhen|steigern)\w*\b/,
        'Say what should be better.',
      ],
      [
        'a number for it',
        /\bto (?:under |over |at least |below )?\d|\bby \d|\b\d+ ?(?:%|percent|prozent)|\bat least \d|\bauf \d/,
        'Give the aim a number.',
      ],
      [
        'where it stands today',
        /\bfrom \d|\bcurrently|\btoday\b|\bbaseline|\bat present|\bderzeit|\bheute\b|\bbisher/,
        'Say where it stands today.',
      ],
      [
        'by when',
        /\bby (?:the end|\w+ \d|q[1-4]|20\d\d|january|february|march|april|may|june|july|august|september|october|november|december)|\bwithin \d+|\bafter \d+ (?:days|weeks|months)|\bbis (?:ende|zum)/,
        'Say by when it is measured.',
      ],
      [
        'what would stop it',
        /\bif (?:it|this|we) (?:does not|doesn't|fails?|do not)|\bstop if|\bkill criteri|\botherwise we|\babbruch/,
        'Say what result would stop it.',
      ],
    ],
    enough: 4,
    where: 'end',
  }),
  checklist({
    id: 'plan',
    names: 'plan|next steps and questions',
    topics: 'plan step owner schedule timeline phase next date',
    what: 'parts of a plan one can believe',
    items: [
      [
        'steps',
        /\b(?:phase|step|week|stage|milestone|sprint|schritt|woche|etappe|meilenstein) ?\d|\bfirst\b.{0,80}\bthen\b|\bmilestones?\b/,
        'Number the steps.',
      ],
      ['dates', DATE, 'Date each step.'],
      ['who acts', OWNER, 'Give each step an owner by name or role.'],
      [
        'the reader’s part',
        /\byou (?:will )?(?:need to|must|provide|send|name|approve|decide|give)|\bwe need (?:from )?you|\byour (?:part|team|approval|feedback)|\bsie (?:müssen|stellen|liefern)|\bbitte\b|\bplease\b/,
        'Say what you need from the reader, by when.',
      ],
      [
        'how one sees it is done',
        /\baccept(?:ance|ed)|\bsign[- ]off|\bdone when|\bcriteri|\bdeliver(?:y|ed|s|ables?)|\babnahme|\bfertig, wenn/,
        'Say what counts as done.',
      ],
      [
        'room for delay or questions',
        /\bbuffer|\bcontingen|\bif .{0,40}\b(?:late|delay)|\bquestions?\b|\bdepend|\bpuffer|\bfragen\b/,
        'Say what happens if a step is late, and where questions go.',
      ],
    ],
    enough: 5,
    where: 'end',
  }),
  checklist({
    id: 'participants',
    about: ABOUT_STUDY,
    names: 'who was asked',
    topics: 'participant sample recruit respondent interview survey asked',
    what: 'things told of who was asked',
    items: [
      [
        'how many',
        /\b\d+ (?:participants?|people|users?|respondents?|interview|customers?|answers|teilnehm|personen|befragte)|\bn ?= ?\d/,
        'Say how many were asked.',
      ],
      [
        'who they are',
        /\b(?:aged?|years old|role|industry|experience|recruit\w+|screened|selected|participants? (?:were|who)|rekrutiert|ausgewählt)\b/,
        'Say who they are, and how they were found.',
      ],
      [
        'when and how',
        /\binterview|\bsurvey|\bquestionnaire|\bobserv|\bsession|\bremote|\bin person|\bumfrage|\bbeobacht/,
        'Say how and when they were asked.',
      ],
      [
        'who is missing',
        /\blimitation|\bnot representative|\bbias|\bself[- ]selected|\bunder[- ]?represented|\bmissing\b|\beinschränkung|\bnicht repräsentativ/,
        'Say who is missing from the sample.',
      ],
    ],
    where: 'start',
  }),
  checklist({
    id: 'business-case',
    names: 'internal case',
    topics: 'business finance roi saving model champion',
    what: 'inputs of a case that finance would check',
    items: [
      ['a saving or cost', MONEY, 'State a sum.'],
      [
        'what it is worked out from',
        /\bbased on|\bassum|\bper (?:user|hour|month|year|person)|\btimes\b|\bcalculat|\bannahme|\bberechn/,
        'Show the inputs it was worked out from.',
      ],
      [
        'a period',
        /\b(?:per|a|each) (?:year|month|quarter)|\bwithin \d+ (?:months|years)|\bpayback|\bpro (?:jahr|monat)|\bamortis/,
        'Say over which period.',
      ],
      [
        'doing nothing',
        /\bdoing nothing|\bif nothing|\bstatus quo|\bwithout (?:it|this|change)|\bstay as|\bwenn nichts/,
        'Say what doing nothing costs.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'request-answered',
    names: 'answers the request',
    topics: 'request demand answer requirement client tender',
    what: 'signs that a request is answered',
    items: [
      [
        'the request',
        /\byou(?:r)? (?:asked|request|brief|requirement|tender|call|need)|\bas requested|\bin your (?:letter|mail|brief)|\brequirements?\b|\bihre (?:anfrage|anforderung|ausschreibung)/,
        'Quote each demand in the client’s words.',
      ],
      [
        'an answer to each',
        /\byes\b|\bpartly\b|\bmet\b|\bfulfil|\bcovers?\b|\bcomplian|\bwe (?:will|propose|deliver|offer)|\bja\b|\berfüllt|\bwir (?:liefern|schlagen)/,
        'Answer each with yes, partly or no.',
      ],
      [
        'an order or numbers',
        /^\s*\d+(?:\.\d+)*[.)]? |\bsection \d|\brequirement \d|\blot \d/,
        'Keep the client’s order and numbers.',
      ],
      [
        'the client by name',
        /\b(?:for|with|at) (?:your|the) (?:team|company|organisation|organization|staff|office|school|clinic|city|museum|library|customers)|\byour\b/,
        'Speak of the client’s own people and places.',
      ],
      [
        'what is not done',
        /\bnot (?:included|part|covered|in scope)|\bexclud|\bout of scope|\bnicht enthalten/,
        'Say what is not done.',
      ],
    ],
    enough: 4,
    where: 'start',
  }),
  checklist({
    id: 'risk-told',
    names: 'risk said plainly|internal case',
    topics: 'risk wrong fail likelihood cost worst depend',
    what: 'parts of a risk said plainly',
    items: [
      [
        'a risk',
        /\brisks?\b|\bcould (?:fail|delay|go wrong)|\bmight (?:fail|not)|\bdepends? on|\bunless\b|\brisiko|\brisiken|\bfalls\b/,
        'Name the two or three real risks.',
      ],
      [
        'how likely',
        /\blikel(?:y|ihood)|\bprobab|\bchance\b|\b\d+ ?% (?:chance|risk)|\brarely\b|wahrscheinlich/,
        'Say how likely each is.',
      ],
      [
        'what it would cost',
        /\bwould (?:cost|delay|mean|add)|\bcosts? (?:us|you|about)|\bdelay of|\bloss\b|würde .{0,30}kosten|verzögerung/,
        'Say what it would cost if it came.',
      ],
      [
        'what is done about it',
        /\bmitigat|\bfallback|\bplan b|\bto (?:avoid|prevent|limit|reduce)|\bin that case|\bbackup|\bgegenmaßnahme|vermeiden/,
        'Say what is done about it, and by whom.',
      ],
    ],
    where: 'end',
  }),
];
