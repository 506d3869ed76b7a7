import { checklist } from '../checklist.ts';
import type { Probe } from '../observation.ts';

const FIGURE = /\d/;
const MONEY = /(?:[€$£¥]|chf|eur|usd|gbp)\s?\d|\d[\d.,]*\s?(?:€|\$|£|euro|eur|usd|gbp|chf|dollars?)/;
const DATE =
  /\b(?:19|20)\d\d\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember)\b|\b(?:monday|tuesday|wednesday|thursday|friday|today|tomorrow|montag|dienstag|mittwoch|donnerstag|freitag)\b|\bq[1-4]\b|\b\d{1,2}[./]\d{1,2}[./]/;
const REASON =
  /\bbecause\b|\bsince (?:we|it|they)|\bso that\b|\btherefore|\bthe reason|\bwhich is why|\bdue to\b|\bin order to|\bweil\b|\bdamit\b|\bdeshalb|\bgrund\b|\bda (?:wir|sie|es)\b/;
const EXAMPLE =
  /\bfor example|\bfor instance|\be\.g\.|\bsuch as\b|\bsay,|\bimagine\b|\bsuppose\b|\bzum beispiel|\bz\. ?b\.|\betwa wenn/;

/** What an argument should tell. */
export const arguingProbes: readonly Probe[] = [
  checklist({
    id: 'bottom-line',
    names: 'bottom line first|news first|what changes|answer first',
    topics: 'bottom conclusion first lines request summary news answer early',
    what: 'things that the beginning owes somebody in a hurry',
    items: [
      [
        'a result or decision',
        /\b(?:we (?:will|are|have|recommend|propose|decided|ask)|result|recommend|decision|decided|proposal|in short|summary|conclusion|you (?:can|get|will|need)|saves?|lets you|helps?|wir (?:werden|haben|empfehlen|schlagen)|ergebnis|vorschlag)\b/,
        'Begin with the result: “We propose …”, “From … on, …”.',
      ],
      [
        'a request or next step',
        /\b(?:please|approve|sign|reply|decide|ask(?:s|ing)? (?:you|for)|need(?:s)? (?:you|your)|start|try|book|install|call|apply|bitte|freigeben|jetzt|beginnen)\b/,
        'Say in the first lines what the reader should do or decide.',
      ],
      ['an amount or figure', FIGURE, 'Put the deciding figure into the first lines.'],
      [
        'a date or period',
        new RegExp(`${DATE.source}|\\b\\d+ (?:days?|weeks?|months?|minutes?|hours?|tage|wochen|monate)`),
        'Put the date into the first lines.',
      ],
      [
        'who is concerned',
        /\b(?:you|your|teams?|customers?|employees|staff|for (?:people|everyone|those|small|the)|sie|ihr|ihre|kunden)\b/,
        'Say in the first lines whom it concerns.',
      ],
    ],
    within: { first: 80 },
    where: 'start',
  }),
  checklist({
    id: 'candour',
    names: 'candour about limits|kept promise',
    topics: 'candour limit honest wrong exclude admit drawback',
    what: 'signs of candour',
    items: [
      [
        'what it does not do',
        /\b(?:does not|doesn't|do not|don't|cannot|can't|won't|will not|not (?:yet )?(?:supported|included|available|possible)|without support|kann nicht|nicht enthalten|unterstützt nicht)\b/,
        'Say one thing that it does not do.',
      ],
      [
        'for whom it is not',
        /\bnot (?:for|suitable|a fit|the right|intended)|\bif you (?:need|want|have) .{0,60}(?:better|instead|another)|\bnicht (?:geeignet|für)/,
        'Say for whom another choice is better.',
      ],
      [
        'limits',
        /\blimit(?:s|ed|ation|ations)?\b|\bat most\b|\bup to \d|\bmaximum\b|\bonly (?:works|on|in|for|with)|\bknown issues?|\bgrenze|\bhöchstens/,
        'Put the limits beside the promise.',
      ],
      [
        'trade-offs or costs',
        /\btrade-?offs?|\bhowever\b|\bdownside|\bdrawback|\bslower|\bin return\b|\bnachteil|\bdafür\b|\bbut\b/,
        'Say what one gives up for it.',
      ],
    ],
    enough: 3,
    where: 'end',
  }),
  checklist({
    id: 'alternatives',
    names: 'alternative named|comparisons|difference|choice',
    topics: 'alternativ compar competitor rival instead spreadsheet choice considered',
    what: 'parts of a fair comparison',
    items: [
      [
        'another way of doing it',
        /\binstead of|\bcompared (?:to|with)|\bunlike\b|\brather than|\balternativ|\bspreadsheet|\bby hand|\bmanually|\bexcel\b|\bstatt\b|\bim vergleich|\bper hand/,
        'Name what people do today without it: a spreadsheet, a phone call, nothing.',
      ],
      [
        'its cost',
        /\bcosts? (?:you|them|us|about)|\bhours? (?:a|per|each|every)|\btakes? (?:you )?(?:\d|hours|days)|\bwasted?|\bkostet|\bstunden (?:pro|im|jede)/,
        'Say what the present way costs in time or money.',
      ],
      [
        'the difference',
        /\bdiffer|\bonly (?:we|one)|\bwhereas|\bwhile (?:others|most)|\bmore than|\bless than|\bfaster than|\bcheaper than|\bunterschied|\bals (?:andere|bei)/,
        'Say one difference that others could not claim.',
      ],
      ['a reason for choosing', REASON, 'Give the reason that settled the choice.'],
    ],
    where: 'start',
  }),
  checklist({
    id: 'problem',
    names: 'problem|whose problem|before|understanding of the client|audience focus',
    topics: 'problem situation before pain start need client challenge',
    what: 'parts of a problem told concretely',
    items: [
      [
        'a difficulty',
        /\bproblem|\bstruggl|\bcould not|\bcannot\b|\bcan't\b|\bdifficult|\bfail(?:s|ed)?\b|\blost\b|\blate\b|\berrors?\b|\btoo (?:long|many|slow|much)|\bschwierig|\bfehler\b|\bmühe/,
        'Describe the difficulty before the solution.',
      ],
      [
        'who has it',
        /\b(?:customers?|users?|teams?|employees|owners?|managers?|nurses?|teachers?|clients?|people who|those who|freelancers?|developers?|agents?|kunden|mitarbeiter|nutzer|you)\b/,
        'Say who has it.',
      ],
      [
        'when or how often',
        /\b(?:every|each) (?:day|week|month|time|year|morning|quarter)|\bdaily|\bweekly|\bwhen(?:ever)? (?:a|the|you|they|we)|\btimes a\b|\bjede[nrs]? (?:tag|woche|monat)|\btäglich|\bwenn\b/,
        'Say how often it happens, and when.',
      ],
      [
        'what it costs',
        new RegExp(`${MONEY.source}|\\b\\d+ ?(?:hours?|minutes?|days?|%|percent|stunden|minuten|tage)`),
        'Say what it costs in hours or money.',
      ],
      [
        'what was tried',
        /\btried\b|\btoday they|\bcurrently|\bso far\b|\buntil (?:now|then)|\bpreviously|\bbefore (?:that|this|we|they)|\bbisher|\bderzeit|\bprobiert/,
        'Say what was tried so far.',
      ],
    ],
    enough: 4,
    where: 'start',
  }),
  checklist({
    id: 'honest-reason',
    names: 'honest reason|why and priority|stakes|relevance and timing|choice',
    topics: 'reason why cause because priority rank',
    what: 'parts of a reason',
    items: [
      ['a because', REASON, 'Give the reason in one sentence with “because”.'],
      [
        'a cause with a figure or date',
        new RegExp(`^(?=[\\s\\S]*\\d)[\\s\\S]*(?:${REASON.source})`),
        'Put the figure behind the reason beside it.',
      ],
      [
        'alternatives',
        /\balternativ|\bwe considered|\binstead\b|\boption|\bother ways?|\bweder\b|\bstatt/,
        'Say which other way was considered.',
      ],
      [
        'a rank',
        /\bpriorit|\bmust(?: have)?\b|\bnice to have|\bmost important|\bfirst of all|\bcould have|\bmuss\b|\bwichtigste/,
        'Rank them: what goes first if time is short.',
      ],
      [
        'what is not known',
        /\bnot yet (?:know|decided|clear)|\bdo(?:es)? not (?:yet )?know|\bopen question|\bunclear\b|\bto be decided|\bnoch (?:nicht|offen)/,
        'Say what is not yet known.',
      ],
    ],
    enough: 4,
    where: 'start',
  }),
  checklist({
    id: 'examples',
    names: 'stories and examples|see it working|practice|clear rules|learning by doing|show, not tell|examples',
    topics: 'example story case sample demonstrat concrete instance scene',
    what: 'signs of the concrete',
    items: [
      ['an example', EXAMPLE, 'Add one example: “For instance, …”.'],
      [
        'a person by name or role',
        /\b(?:mr|mrs|ms|dr|herr|frau)\.? [a-z]|\b[a-z]+ (?:said|says|told|asked|wrote|remembers|sagt|erzählt)\b|\b(?:nurse|teacher|baker|driver|founder|owner|engineer|student|manager|mother|father)\b/,
        'Let a person act in it.',
      ],
      [
        'a place or date',
        new RegExp(
          `${DATE.source}|\\bin (?:berlin|london|hamburg|munich|münchen|paris|new york|vienna|wien|zürich|our (?:shop|office|workshop))`,
        ),
        'Say where and when it happened.',
      ],
      [
        'an outcome',
        /\b(?:as a result|in the end|since then|now (?:they|we|she|he|it)|saved|dropped|rose|fell|grew|led to|so (?:she|he|they|we)|seitdem|am ende|dadurch)\b/,
        'Say what came of it.',
      ],
      [
        'speech or a sample',
        /["“„«].{12,}["”“»]|\blook(?:s)? like (?:this|so)|\bsample\b|\bscreenshot|\bdemo\b|\bwatch\b/,
        'Show it: a quotation, a sample, a picture with its words.',
      ],
    ],
    enough: 4,
    where: 'start',
  }),
  checklist({
    id: 'purpose-told',
    names: 'purpose|one idea|aim|intent match',
    topics: 'purpose aim task reader intend idea message',
    what: 'words that tell a purpose',
    items: [
      [
        'what this is',
        /\bthis (?:guide|page|article|document|paper|post|report|project|proposal|tool|notice|talk|episode|book|library|package)|\b(?:is|are) (?:a|an|the)\b|\bdiese[rs]? (?:seite|artikel|leitfaden|text|bericht|dokument)|\bist (?:ein|eine)\b/,
        'Say in one sentence what this is.',
      ],
      [
        'for whom',
        /\bfor (?:you|anyone|people|those|teams?|developers?|owners?|parents|students|small|everyone|beginners)|\bif you\b|\bfür (?:alle|sie|menschen|teams|eltern|anfänger)|\bwenn sie\b/,
        'Say for whom.',
      ],
      [
        'what one can do afterwards',
        /\byou(?:'ll| will| can)\b|\bhow to\b|\blearn\b|\bafter (?:reading|this)|\bso that you|\bhelps? you|\blets? you|\bsie (?:können|erfahren|lernen)/,
        'Say what the reader can do afterwards.',
      ],
      ['why now', REASON, 'Say why it was written.'],
    ],
    within: { first: 200 },
    where: 'start',
  }),
  checklist({
    id: 'benefit',
    names: 'value proposition|internal case|inbox line',
    topics: 'benefit value promise result outcome gain saving proposition',
    what: 'parts of a promise',
    items: [
      [
        'a result for the reader',
        /\byou(?:'ll| will| can|r \w+)? (?:save|get|know|find|see|never|always|spend|earn|reach|have|sleep|finish|keep|stop|book|send|pay)|\bknow (?:which|what|when|who)|\bsaves? (?:you|time|money|hours)|\bso (?:that )?you\b|\bless time\b|\bwithout (?:having|any|the|\w+ing)\b|\bsie (?:sparen|erhalten|gewinnen|bekommen)|\bhelps? you|\blets? you/,
        'Say the result for the reader: “You … in half the time.”',
      ],
      ['a figure', FIGURE, 'Give the result a figure.'],
      [
        'for whom',
        /\bfor (?:people|teams?|small|large|owners?|freelancers?|parents|developers?|companies|agencies|shops?|restaurants?|clinics?|schools?|students|those|you)|\bfür\b/,
        'Say for whom.',
      ],
      [
        'against what',
        /\binstead of|\bwithout\b|\bthan\b|\bno (?:more|longer)\b|\bunlike\b|\breplaces?\b|\bbefore you\b|\bstatt\b|\bals\b|\bohne\b|\bersetzt/,
        'Say better than what.',
      ],
    ],
    within: { first: 160 },
    where: 'start',
  }),
  checklist({
    id: 'signposts',
    names: 'shape|order of sections|from slide to slide|steps that build|audience contact|message match',
    topics: 'signpost shape transition turn arc section led announce',
    what: 'signs that a listener or reader is led',
    items: [
      [
        'an announcement',
        /\b(?:today|in this (?:talk|episode|video|article)) (?:we|i|you)|\b(?:i|we)(?:'ll| will| want to| are going to) (?:talk|show|tell|look|explain|start)|\bheute (?:geht|sprechen|zeige)/,
        'Announce the way: “First …, then …”.',
      ],
      [
        'transitions',
        /\bnext\b|\bnow (?:let|that|we|to)|\bso let|\bwhich brings|\bback to|\bsecond(?:ly)?\b|\bfinally|\bmoving on|\bkommen wir|\bals nächstes|\bzweitens/,
        'Say where one part ends and the next begins.',
      ],
      ['a question to the audience', /\?/, 'Ask the question that they have, and answer it.'],
      [
        'a return at the end',
        /\bto (?:sum|wrap) up|\bin (?:short|summary|conclusion)|\bremember\b|\btake ?away|\bso what|\bzusammenfass|\bzum schluss|\bmerken sie/,
        'Say at the end the one sentence to keep.',
      ],
    ],
    where: 'end',
  }),
];
