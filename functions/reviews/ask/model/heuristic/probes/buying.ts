import { checklist } from '../checklist.ts';
import type { Probe } from '../observation.ts';

const MONEY = /(?:[€$£¥]|chf|eur|usd|gbp)\s?\d|\d[\d.,]*\s?(?:€|\$|£|euro|eur|usd|gbp|chf|dollars?)/;
const CANCEL = /\bcancel|\bkündig|\bterminat(?:e|ion)|end the (?:contract|subscription)|unsubscribe/;
const REFUND = /\brefund|money[- ]back|\brückerstatt|\bgeld zurück|reimburs/;
const NOTICE = /\bnotice\b|kündigungsfrist|\b(?:days|weeks|months)'? (?:before|notice)|any time|jederzeit/;
const EXPORT =
  /\bexport|take your data|download (?:all )?your data|hand(?:ed)? over|return of data|daten mitnehmen|datenexport/;
const RENEWAL =
  /\brenew|minimum term|mindestlaufzeit|verlänger|laufzeit|\bper (?:month|year)\b.*\bbilled\b|billed (?:annually|yearly|monthly)|\bterm of\b/;
const TAX = /\bvat\b|\btax(?:es)?\b|mwst|umsatzsteuer|\bgst\b|zzgl|inkl\./;
const PERIOD =
  /(?:per|a|\/|each|every)\s?(?:month|year|mo\b|yr\b|user|seat|day|hour|week)|monthly|yearly|annual|monat|jahr|pro (?:nutzer|tag|stunde)/;

const ABOUT_CONTRACT = [
  'orders or contracts',
  /\b(?:agreement|contract|terms|clause|part(?:y|ies)|order|subscri|price|pay|purchase|buy|invoice|liab|plan|service|vertrag|agb|bestell|preis|zahl|kauf|angebot)|[€$£]/,
] as const;
const ABOUT_PLANS = [
  'plans or prices',
  /\b(?:plans?|prices?|pricing|tiers?|packages?|costs?|fees?|tarif|preis|paket|kosten)|[€$£] ?\d|\d ?[€$£]/,
] as const;

/** What somebody must find who buys, or chooses a plan. */
export const buyingProbes: readonly Probe[] = [
  checklist({
    id: 'price-terms',
    about: ABOUT_CONTRACT,
    names: 'total cost|price transparency',
    topics: 'price cost fee total pay renew tax charge',
    what: 'things that make up what is really paid',
    items: [
      ['an amount', MONEY, 'State the price, or a range with what moves it.'],
      ['the period or unit', PERIOD, 'Say what the price is per: month, year, person, item.'],
      ['taxes', TAX, 'Say beside the price whether taxes are included.'],
      ['term and renewal', RENEWAL, 'Say beside the price how long the contract runs and whether it renews by itself.'],
      [
        'notice or cancelling',
        /\bcancel|\bkündig|\bnotice period/,
        'Say beside the price how to cancel, and until when.',
      ],
      [
        'limits and overage',
        /\blimit|\boverage|\bup to \d|\binclu(?:des|ded|ding)\b|\bextra\b|\badditional\b|\bfair use|inklusive|zusätzlich/,
        'Say what is included and what more of it costs.',
      ],
    ],
    where: 'action',
  }),
  checklist({
    id: 'way-out',
    about: ABOUT_CONTRACT,
    names: 'way out|cost and data before installing|withdrawal and refund',
    topics: 'cancel leav refund withdraw return exit notice',
    what: 'things that somebody who wants to leave must know',
    items: [
      ['cancelling', CANCEL, 'Say in one sentence how to cancel, and where.'],
      ['refund', REFUND, 'Say whether money comes back, within how many days, and how to ask for it.'],
      ['notice or period', NOTICE, 'Give the period: “Cancel any time; it ends with the month you paid for.”'],
      ['taking data along', EXPORT, 'Say in which format people take their data along.'],
      [
        'withdrawal',
        /\bwithdraw|\bwiderruf|\bright to (?:cancel|return)|\breturn(?:s|ed)? (?:it|within|policy|goods)|14 (?:days|tage)/,
        'Name the withdrawal period, its start, and the address to write to.',
      ],
    ],
    against: [
      [
        'a refusal of refunds',
        /\bno refunds?\b|non[- ]refundable|keine (?:rück)?erstattung/,
        'Check with counsel whether refunds may be refused altogether.',
      ],
    ],
    enough: 4,
    where: 'action',
  }),
  checklist({
    id: 'reassurance',
    names: 'anxiety|what next|safety of each step',
    topics: 'fear doubt anxiety reassur safe undo cost beside button',
    what: 'fears that are answered',
    items: [
      [
        'cost',
        /\bfor free\b|\bfree (?:for|of charge|trial|plan|forever|until|to (?:try|use|start))|\bno (?:credit )?card|\bno charge|kostenlos|gratis|\bcosts?\b|keine kreditkarte|[€$£]\s?\d/,
        'Say beside the button what it costs: “Free for 14 days, no card.”',
      ],
      ['leaving', CANCEL, 'Say beside the button how one gets out: “Cancel any time in Settings.”'],
      [
        'privacy',
        /\bprivacy|\bdata protection|\bwe (?:never|do not|don't) (?:share|sell|store)|datenschutz|\bconfidential/,
        'Say beside the form what happens with the data.',
      ],
      [
        'what happens next',
        /\bnext step|what happens (?:next|then)|you(?:'ll| will) (?:get|receive|hear|see)|we(?:'ll| will) (?:reply|call|send|contact|get back|write)|within \d+ (?:hours?|days?|minutes?)|danach|melden uns/,
        'Say what happens after the click, and when.',
      ],
      [
        'time it takes',
        /\b(?:takes?|in|under|within) (?:about |only |just )?(?:\d+|two|three|five|ten|a few) (?:seconds?|minutes?|hours?|days?)|\d+ ?(?:minuten|stunden|tage)/,
        'Say how long it takes.',
      ],
      [
        'a way back',
        /\bundo|\bgo back|\brestore|\bchange (?:it|this|your mind) later|rückgängig|zurück/,
        'Say how to undo it.',
      ],
    ],
    enough: 4,
    where: 'action',
  }),
  checklist({
    id: 'choosing-a-plan',
    about: ABOUT_PLANS,
    names: 'choice made easy',
    topics: 'plan tier choice choose differ recommend package compare',
    what: 'helps for choosing',
    items: [
      [
        'whom each is for',
        /\bfor (?:individuals|teams|freelancers|small|large|growing|one person|companies|agencies|families|students|whoever|those who)|\bbest for\b|\bideal for\b|\bif you\b|für (?:teams|einzelne|kleine|große|unternehmen)/,
        'Give each choice the situation it is for: “For one person with up to 3 projects”.',
      ],
      [
        'a default',
        /\brecommended|\bmost (?:popular|people|teams|customers)|\bstart with|\bempfohlen|\bbeliebt/,
        'Name a default and the reason for it.',
      ],
      [
        'differences',
        /\bplus\b|\beverything in|\bin addition|\bcompare|\bunlimited|\bonly in\b|\bup to \d|\bvergleich|\balles aus/,
        'Name the three differences that decide.',
      ],
      [
        'months against years',
        /\b(?:yearly|annual(?:ly)?|per year|a year)\b|jährlich|pro jahr/,
        'Give both monthly and yearly totals.',
      ],
      [
        'changing later',
        /\bupgrade|\bdowngrade|\bswitch (?:plans?|any|at)|\bwechseln/,
        'Say how to change between them later.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'plan-fences',
    about: ABOUT_PLANS,
    names: 'plan fences',
    topics: 'plan fence tier package edition feature limit',
    what: 'signs of fences that make sense',
    items: [
      [
        'limits in numbers',
        /\bup to \d|\b\d+ (?:users?|seats?|members?|projects?|labels?|orders?|gb|sites?|people|items)|\bunlimited|\bbis zu \d/,
        'Give each plan its limit as a number.',
      ],
      [
        'steps between plans',
        /\beverything in|\bplus\b|\bin addition|\balso includes|\balles aus|\bzusätzlich/,
        'Say what each plan adds to the one before.',
      ],
      [
        'what all have',
        /\b(?:all|every|each) (?:of the )?(?:plans?|tiers?|packages?)|\bin allen? (?:tarifen|paketen)|\bjede[rs]? tarif/,
        'Say once what all plans have.',
      ],
      [
        'whom each is for',
        /\bfor (?:individuals|teams|freelancers|small|large|growing|one person|companies|agencies|families|shops?|whoever)|\bif you\b|\bfür (?:teams|einzelne|kleine|große)/,
        'Name the customer that each plan is for.',
      ],
      ['extras', /\badd-?ons?\b|\bextra\b|\boptional|\bzusatz/, 'Name what costs extra in every plan.'],
    ],
    enough: 4,
    where: 'end',
  }),
  checklist({
    id: 'charged-unit',
    about: ABOUT_PLANS,
    names: 'charged unit|price logic',
    topics: 'unit charged meter count per seat position',
    what: 'parts of a countable price',
    items: [
      ['an amount', MONEY, 'State an amount.'],
      [
        'the unit',
        /\bper (?:user|seat|person|member|site|project|request|order|month|item|gb|hour|day|\w+)\b|\ba (?:month|person|seat)\b|\beach\b|pro \w+/,
        'Name the unit that is counted.',
      ],
      [
        'what counts as one',
        /\bcounts? as|\bmeans\b|\bdefined as|\bis one (?:who|that)|\bactive (?:users?|members?)|gilt als|zählt als/,
        'Define what counts as one unit, with an edge case.',
      ],
      [
        'at the limit',
        /\boverage|\bover the limit|\bexceed|\bat the limit|\badditional\b|\bextra\b|überschreit/,
        'Say what happens, and costs, at the limit.',
      ],
      [
        'an example bill',
        /\bfor example|\be\.g\.|\bexample\b|\bzum beispiel|\bz\. ?b\./,
        'Work one bill out for a typical customer.',
      ],
      [
        'positions or assumptions',
        /\bassum|\bexclud|\binclud|\bannahme|\bposition|\bestimate|\boption/,
        'List what the sum includes and assumes.',
      ],
    ],
    enough: 5,
    where: 'end',
  }),
];
