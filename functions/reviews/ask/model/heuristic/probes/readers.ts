import { between, count, listed, type Observation, type Probe, quoting } from '../observation.ts';
import { placesFor, typical } from '../places.ts';
import type { Document, Unit } from '../read-document.ts';

const countIn = (units: readonly Unit[], look: RegExp): number => {
  const all = new RegExp(look.source, 'g');
  return units.reduce((sum, { lower }) => sum + (lower.match(all)?.length ?? 0), 0);
};

const address = (document: Document): Observation | string => {
  const { units, language, words } = document;
  if (language.lists === undefined)
    return `words of address are known in English and German, and this is in ${language.name}`;
  if (words < 30) return 'there are too few words to address anybody';
  const you =
    countIn(
      units,
      language.lists === 'de' ? /\b(?:ihnen|ihre?[mnrs]?|du|dich|dir|deine?[mnrs]?)\b/ : /\byou(?:r|rs|rself)?\b/,
    ) + (language.lists === 'de' ? units.filter(({ text }) => /\bSie\b/.test(text)).length : 0);
  const we = countIn(units, language.lists === 'de' ? /\b(?:wir|uns|unsere?[mnrs]?)\b/ : /\b(?:we|our|ours|us)\b/);
  const self = units.filter(({ lower }) => /^(?:we|our|wir|unsere?)\b/.test(lower));
  const reader = units.filter(({ lower }) => /\b(?:you|your|ihre?[mnrs]?|ihnen|du|deine?)\b/.test(lower));
  const share = you / Math.max(1, you + we);
  return {
    score: you + we === 0 ? 2.4 : between(share, 0.1, 0.62),
    comment: `The reader is addressed ${count(you, 'time')}, the writer speaks of “we” ${count(we, 'time')}; ${count(self.length, 'sentence')} begin with “we” or “our”.`,
    suggestion:
      share < 0.6
        ? 'Begin with the reader: turn “We offer …” into “You get …”.'
        : 'Keep it, and name the situation the reader is in.',
    evidence:
      share < 0.6
        ? [
            ...self.map(({ text }) => quoting(text, 'The quoted sentence begins with its writer.')),
            ...typical(document),
          ]
        : [
            ...reader.map(({ text }) => quoting(text, 'The quoted sentence speaks to the reader.')),
            ...typical(document),
          ].slice(0, 8),
  };
};

const GROUP =
  /\bfor (?:(?:small|busy|independent|growing|local|young|new|solo|non-technical|remote|large) )?(?:teams?|owners?|freelancers?|agencies|parents|teachers?|doctors?|nurses?|developers?|designers?|restaurants?|shops?|bakers?|bakeries|founders?|students?|landlords?|clinics?|practices?|schools?|charities|clubs?|craftsmen|plumbers?|photographers?|accountants?|families|marketers?|engineers?|engineering teams|researchers?|editors?|beginners|people who|those who|anyone who|companies (?:with|that)|businesses (?:with|that))\b|\bfor (?!(?:\w+ )?(?:days|weeks|months|years|hours|minutes|seconds|times|reasons|purposes|details|questions|others|us|this|its|always|instructions|words|example|sales|services?|things|costs|prices)\b)(?:[a-z-]{3,14} ){0,1}[a-z]{3,14}[^s\W]s\b|\bif you (?:are|run|have|want|need|work|own|write|teach|manage|spend|sell)|\bwho (?:run|need|work|want|have|manage|teach)\b|\bfür (?:kleine|junge|alle, die|selbst\w+|teams|vereine|eltern|handwerk\w*|praxen|schulen|menschen, die)|\bwenn sie\b/;
const EVERYBODY =
  /\b(?:businesses of (?:all|any|every) sizes?|everyone|everybody|anyone|all (?:kinds|types|sizes) of|any (?:business|company|industry|size)|companies of all sizes|from startups? to enterprises?|whether you're a .{0,60} or|für alle|jede[rs]? unternehmen|unternehmen jeder größe|jedermann)\b/;
const audience = (document: Document): Observation | string => {
  const { units, words } = document;
  if (document.language.lists === undefined)
    return `words for groups are known in English and German, and this is in ${document.language.name}`;
  if (words < 30) return 'there are too few words to name a reader';
  const named = units.filter(({ lower }) => GROUP.test(lower));
  const all = units.filter(({ lower }) => EVERYBODY.test(lower));
  const numbers = named.filter(({ lower }) => /\d/.test(lower));
  const limits = units.filter(({ lower }) =>
    /\bnot (?:for|suitable|intended)|\bif you need .{0,60}(?:another|instead)|\bnicht (?:für|geeignet)/.test(lower),
  );
  return {
    score: Math.max(
      1,
      Math.min(
        4.8,
        2 +
          Math.min(1.6, named.length * 0.55) +
          (numbers.length > 0 ? 0.5 : 0) +
          (limits.length > 0 ? 0.7 : 0) -
          all.length * 0.7,
      ),
    ),
    comment: `Passages that name a group or situation (“for …”, “if you …”): ${named.length}, with a number: ${numbers.length}; that speak to everybody: ${all.length}; that say for whom it is not: ${limits.length}.`,
    suggestion:
      named.length === 0
        ? 'Name the situation of one reader: who, how large, at which moment.'
        : limits.length === 0
          ? 'Say also for whom it is not.'
          : undefined,
    evidence: [
      ...all.map(({ text }) =>
        quoting(text, 'The quoted passage speaks to everybody.', 'Name one group and its situation instead.'),
      ),
      ...named.map(({ text }) => quoting(text, 'The quoted passage lets somebody recognise themselves.')),
      ...limits.map(({ text }) => quoting(text)),
      ...placesFor(document, 'start'),
    ].slice(0, 8),
  };
};

const voice = (document: Document): Observation | string => {
  const { units, sentences, language, words } = document;
  if (language.lists === undefined || words < 60)
    return language.lists
      ? 'there are too few words for a voice'
      : `words of address are known in English and German, and this is in ${language.name}`;
  const de = language.lists === 'de';
  const traits = [
    {
      name: de ? 'Sie' : 'formal words',
      units: units.filter(({ text, lower }) =>
        de
          ? /[\p{Ll},] Sie\b/u.test(text)
          : /\b(?:shall|hereby|pursuant|therefore|furthermore|the company|the customer|the user|one should)\b/.test(
              lower,
            ),
      ),
    },
    {
      name: de ? 'du' : 'chatty words',
      units: units.filter(({ lower }) =>
        de
          ? /\b(?:du|dich|dir|deine?\w?)\b/.test(lower)
          : /\b(?:hey|awesome|cool|gonna|wanna|yay|guys|super|oops|folks|totally|stuff|let's)\b|!/.test(lower),
      ),
    },
    { name: de ? 'wir' : '“we”', units: units.filter(({ lower }) => (de ? /\bwir\b/ : /\bwe\b/).test(lower)) },
    {
      name: de ? 'die Firma' : 'itself by name',
      units: units.filter(({ lower }) =>
        (de
          ? /\b(?:das unternehmen|die firma|der anbieter)\b/
          : /\b(?:the company|the provider|the firm|the organisation|the organization)\b/
        ).test(lower),
      ),
    },
  ];
  const [formal, chatty, we, company] = traits.map((trait) => trait.units);
  const mixed = Math.min(formal?.length ?? 0, chatty?.length ?? 0) + Math.min(we?.length ?? 0, company?.length ?? 0);
  const short = de ? 0 : units.filter(({ lower }) => /\b\w+(?:n't|'re|'ll|'ve)\b/.test(lower)).length;
  const full = de
    ? 0
    : units.filter(({ lower }) =>
        /\b(?:do not|does not|cannot|will not|we are|you are|we will|you will|is not|are not)\b/.test(lower),
      ).length;
  const rate = (mixed + Math.min(short, full) * 0.5) / Math.max(1, sentences.length);
  return {
    score: between(rate, 0.3, 0),
    comment: `Ways of speaking, in passages: ${listed(traits.map(({ name, units: found }) => `${name} ${found.length}`))}${de ? '' : `; shortened forms (“don’t”) ${short}, full ones ${full}`}. ${mixed === 0 ? 'No opposite pair is mixed.' : 'Opposites are mixed.'}`,
    suggestion:
      mixed > 0
        ? 'Choose one person and one distance, and keep them in headline, button and footnote.'
        : 'Read button and footnote aloud beside the headline.',
    evidence: [
      ...(mixed > 0 ? [chatty?.[0], formal?.[0], company?.[0], we?.[0]] : [we?.[0], chatty?.[0], formal?.[0]]).flatMap(
        (unit) => (unit ? [quoting(unit.text)] : []),
      ),
      ...typical(document),
    ],
  };
};

const culture = (document: Document): Observation | string => {
  const { units, words } = document;
  if (words < 20) return 'there are too few words';
  const kinds = [
    [
      'a date that can be read two ways',
      /\b(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|1[0-2])\/(?:\d\d|\d{4})\b/,
      'Write the month as a word.',
    ],
    ['a bare dollar sign', /(?:^|[^a-z])\$ ?\d/, 'Say whose dollars: US$, CA$.'],
    [
      'a unit of one country',
      /\b\d+(?:\.\d+)? ?(?:miles?|feet|ft|inch(?:es)?|lbs?|pounds?|fahrenheit|gallons?|yards?|oz)\b/,
      'Give the metric unit as well.',
    ],
    [
      'a time without its zone',
      /\b\d{1,2}(?::\d\d)? ?(?:am|pm)\b(?! ?\(?(?:utc|gmt|cet|cest|est|edt|pst|pdt|et|pt|bst))/,
      'Add the time zone.',
    ],
    [
      'a season, feast or sport',
      /\b(?:this (?:summer|winter|spring|fall)|black friday|thanksgiving|super bowl|home run|touchdown|slam dunk|fourth of july|bank holiday|christmas|halloween|world cup|oktoberfest|silvester)\b/,
      'Name the date instead.',
    ],
    [
      'a local institution',
      /\b(?:irs|hmrc|401k|ssn|zip code|social security|gcse|ivy league|nhs|finanzamt|tüv|schufa)\b/,
      'Say what it is in a few words.',
    ],
  ] as const;
  const found = kinds.flatMap(([name, look, advice]) =>
    units.filter(({ lower }) => look.test(lower)).map((unit) => ({ name, unit, advice })),
  );
  const dates = units.filter(({ lower }) =>
    /\b\d{1,2}\.? (?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|märz|mai|juni|juli|oktober|dezember)|\b\d{4}-\d\d-\d\d\b/.test(
      lower,
    ),
  );
  return {
    score: Math.max(1, 4.6 - (found.length * 300) / Math.max(300, words)),
    comment: `${count(found.length, 'passage')} that only some readers know or that can be read two ways${found.length > 0 ? ` (${listed([...new Set(found.map(({ name }) => name))])})` : ''}; ${count(dates.length, 'date')} that cannot.`,
    suggestion:
      found.length === 0 ? 'Ask a reader from elsewhere about jokes and references; those are not counted.' : undefined,
    evidence: [
      ...found.map(({ name, unit, advice }) => quoting(unit.text, `Here: ${name}.`, advice)),
      ...dates.map(({ text }) => quoting(text)),
      ...typical(document),
    ].slice(0, 8),
  };
};

/** Whom a text speaks to, and in whose words. */
export const readerProbes: readonly Probe[] = [
  {
    id: 'address',
    names: 'audience focus|audience contact|understanding of the client|tone under bad news',
    topics: 'you reader address audience listener company itself',
    run: address,
  },
  {
    id: 'audience-named',
    names: 'is it for me|best-fit buyer|made for this size|audience focus|relevance and timing',
    topics: 'audience group buyer customer segment whom fit reader situation',
    run: audience,
  },
  {
    id: 'voice',
    names: 'brand-voice-keeper:consistency|consistency|voice|recognisable voice',
    topics: 'voice tone formal person consisten brand',
    run: voice,
  },
  {
    id: 'culture',
    names: 'cultural neutrality',
    topics: 'cultur local date unit currenc holiday international',
    run: culture,
  },
];
