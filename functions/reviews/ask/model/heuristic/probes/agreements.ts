import { checklist } from '../checklist.ts';
import type { Probe } from '../observation.ts';

const MONEY = /(?:[€$£¥]|chf|eur|usd|gbp)\s?\d|\d[\d.,]*\s?(?:€|\$|£|euro|eur|usd|gbp|chf|dollars?)/;
const CANCEL = /\bcancel|\bkündig|\bterminat(?:e|ion)|end the (?:contract|subscription)|unsubscribe/;
const NOTICE = /\bnotice\b|kündigungsfrist|\b(?:days|weeks|months)'? (?:before|notice)|any time|jederzeit/;
const EXPORT =
  /\bexport|take your data|download (?:all )?your data|hand(?:ed)? over|return of data|daten mitnehmen|datenexport/;
const RENEWAL =
  /\brenew|minimum term|mindestlaufzeit|verlänger|laufzeit|\bper (?:month|year)\b.*\bbilled\b|billed (?:annually|yearly|monthly)|\bterm of\b/;
const ABOUT_CONTRACT = [
  'orders or contracts',
  /\b(?:agreement|contract|terms|clause|part(?:y|ies)|order|subscri|price|pay|purchase|buy|invoice|liab|plan|service|vertrag|agb|bestell|preis|zahl|kauf|angebot)|[€$£]/,
] as const;

/** What terms and contracts must settle. */
export const agreementProbes: readonly Probe[] = [
  checklist({
    id: 'exit-terms',
    about: ABOUT_CONTRACT,
    names: 'exit|staying power',
    topics: 'exit terminat notice surviv handover continuity',
    what: 'things that an ending contract needs',
    items: [
      ['term', RENEWAL, 'State how long the contract runs and what happens at its end.'],
      ['ways to end it', CANCEL, 'State how each side may end it early.'],
      ['notice', NOTICE, 'State the notice in days and its form.'],
      ['data and work afterwards', EXPORT, 'Say what happens with data and unfinished work.'],
      [
        'what goes on',
        /\bsurviv|remain in (?:force|effect)|confidential|vertraulich/,
        'Name the clauses that outlive the contract.',
      ],
      ['for cause', /\bbreach|good cause|for cause|wichtigem grund/, 'Say which breach ends it at once.'],
    ],
    enough: 5,
    where: 'end',
  }),
  checklist({
    id: 'payment-terms',
    about: ABOUT_CONTRACT,
    names: 'money and change',
    topics: 'payment invoice amount milestone due cap change extra',
    what: 'things that a payment clause settles',
    items: [
      ['an amount', MONEY, 'Put the amount, or the rate and its cap, into the clause.'],
      [
        'what triggers payment',
        /\bupon (?:delivery|acceptance|completion|receipt|signing)|\bmilestone|\bon acceptance|\bnach abnahme|in advance|on signing|on delivery|\binvoice[ds]?\b|rechnung/,
        'Say what makes each payment due.',
      ],
      [
        'when it is due',
        /\bwithin \d+ (?:business )?days|\bnet \d+|\bdue (?:date|on|within)|zahlbar|innerhalb von \d+/,
        'Say within how many days it is due.',
      ],
      [
        'a cap',
        /\bcap(?:ped)?\b|\bnot exceed|\bmaximum\b|höchstens|obergrenze|fixed price|festpreis/,
        'Cap what can be charged without asking.',
      ],
      [
        'changes',
        /\bchange (?:request|order)s?|\bin writing|\bschriftlich|\bvariation|\badditional work|agreed (?:in advance|separately)/,
        'Say who approves a change, in which form, and at which rate.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'risk-clauses',
    about: ABOUT_CONTRACT,
    names: 'risk split',
    topics: 'liab warrant indemn insur risk',
    what: 'parts of a settled risk',
    items: [
      ['liability', /\bliab|haft/, 'Say who is liable for what.'],
      ['a cap', /\bcap\b|\bnot exceed|\blimited to\b|begrenzt auf|höchstens/, 'Tie the cap to the contract value.'],
      [
        'exceptions',
        /\bgross negligence|\bwil(?:l)?ful|\bintent|vorsatz|fahrlässig|death or personal injury/,
        'Except intent, gross negligence and injury.',
      ],
      ['warranty', /\bwarrant|\bdefects?\b|gewährleist|mängel/, 'Say how long defects are put right, and how.'],
      [
        'indemnity or insurance',
        /\bindemn|\binsur|versicher|freistell/,
        'Say who insures or indemnifies, and how a claim is notified.',
      ],
    ],
    against: [
      [
        'all liability excluded',
        /(?:no|any|all|excludes?) (?:and all )?liability|under no circumstances|in no event|jegliche haftung|haftung .{0,30}ausgeschlossen/,
        'Ask counsel: excluding all liability rarely holds.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'one-sided-terms',
    about: ABOUT_CONTRACT,
    names: 'unfair terms',
    topics: 'unfair clause discretion one-sided consent silence',
    what: 'signs of balanced terms',
    items: [
      [
        'notice of changes',
        /\bnotify|\bnotice|\binform (?:you|customers)|mitteil|informieren/,
        'Promise notice of changes, with a number of days.',
      ],
      [
        'a right to leave',
        /\bcancel|\bterminat|kündig|right to (?:object|withdraw)/,
        'Give a right to leave when terms change.',
      ],
      ['liability by fault', /\bnegligen|\bfault\b|\bintent|vorsatz|fahrlässig/, 'Let liability follow fault.'],
      [
        'reasons',
        /\bif you (?:breach|violate)|\bonly (?:if|where)|for (?:good|valid) reason|wichtigem grund/,
        'Say for which reasons you may act.',
      ],
    ],
    against: [
      [
        'a reservation without a limit',
        /sole discretion|our discretion|at any time without|without (?:prior )?notice|nach eigenem ermessen|ohne vorherige ankündigung/,
        'Name the cases in which this is done, and the notice given.',
      ],
      [
        'consent by silence',
        /deemed (?:to have )?accept|continued use|gilt als zugestimmt|by using (?:this|our)/,
        'Ask for consent instead of reading it from silence.',
      ],
      [
        'liability shut out',
        /in no event|under no circumstances|jegliche haftung|accepts? no liability|not (?:be )?liable for any/,
        'Let liability follow fault.',
      ],
    ],
    where: 'end',
  }),
];
