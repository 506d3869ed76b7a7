import { between, count, listed, named, type Observation, type Probe, percent, quoting } from '../observation.ts';
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

const FAMILIES: readonly (readonly [string, readonly RegExp[]])[] = [
  ['signing in', [/\bsign(?:s|ed|ing)? in\b/, /\blog(?:s|ged|ging)? in\b|\blogin\b/, /\banmelden\b/, /\beinloggen\b/]],
  [
    'joining',
    [
      /\bsign(?:s|ed|ing)? up\b/,
      /\bregister(?:ed|ing)?\b/,
      /\bcreate (?:an|your) account\b/,
      /\bregistrieren\b/,
      /\bkonto (?:anlegen|erstellen)\b/,
    ],
  ],
  ['e-mail', [/\be-mails?\b/, /\bemails?\b/]],
  ['the place of work', [/\bworkspaces?\b/, /\bprojects?\b/, /\bspaces?\b/, /\bboards?\b/]],
  ['who pays', [/\bcustomers?\b/, /\bclients?\b/, /\bsubscribers?\b/, /\bkunden\b/, /\bauftraggeber\w*\b/]],
  ['the price', [/\bplans?\b/, /\btiers?\b/, /\bpackages?\b/, /\beditions?\b/, /\btarife?\b/, /\bpakete?\b/]],
  [
    'removing',
    [
      /\bdelet(?:e|es|ed|ing)\b/,
      /\bremov(?:e|es|ed|ing)\b/,
      /\beras(?:e|es|ed|ing)\b/,
      /\blösch\w+\b/,
      /\bentfern\w+\b/,
    ],
  ],
  ['ending', [/\bcancel\w*\b/, /\bterminat\w+\b/, /\bunsubscribe\b/, /\bkündig\w+\b/, /\babmeld\w+\b/]],
  ['settings', [/\bsettings\b/, /\bpreferences\b/, /\boptions\b/, /\beinstellungen\b/, /\boptionen\b/]],
  ['trying', [/\btrial\b/, /\bdemo\b/, /\btest (?:account|version)\b/, /\btestphase\b/]],
  ['the site', [/\bwebsites?\b/, /\bweb sites?\b/, /\bhomepage\b/, /\bwebseite\b/]],
  ['the shop', [/\bcart\b/, /\bbasket\b/, /\bwarenkorb\b/, /\beinkaufswagen\b/]],
  [
    'who supplies',
    [/\bsuppliers?\b/, /\bvendors?\b/, /\bproviders?\b/, /\bcontractors?\b/, /\banbieter\b/, /\bauftragnehmer\w*\b/],
  ],
  ['the offer', [/\bservices?\b/, /\bproducts?\b/, /\bsolutions?\b/, /\btools?\b/, /\bplatforms?\b/]],
  ['the machine', [/\bserver\b/, /\binstance\b/, /\bnode\b/, /\bhost\b/]],
];

const terms = (document: Document): Observation | string => {
  const { units, words } = document;
  if (document.language.lists === undefined)
    return `words for the same thing are known in English and German, and this is in ${document.language.name}`;
  if (words < 40) return 'there are too few words to change a name';
  const clashing = FAMILIES.flatMap(([name, variants]) => {
    const used = variants.flatMap((look) => {
      const unit = units.find(({ lower }) => look.test(lower));
      return unit ? [{ word: look.exec(unit.lower)?.[0] ?? '', unit }] : [];
    });
    return used.length > 1 ? [{ name, used }] : [];
  });
  const spelt = spellings(document);
  return {
    score: Math.max(1, 4.7 - clashing.length * 0.65 - spelt.length * 0.5),
    comment:
      clashing.length + spelt.length === 0
        ? `Of ${FAMILIES.length} families of words for one thing, none is mixed in ${count(words, 'word')}, and no name is spelt two ways.`
        : `${
            clashing.length > 0
              ? `Mixed words for one thing: ${listed(
                  clashing.map(({ used }) => used.map(({ word }) => named(word)).join(' / ')),
                  4,
                )}.`
              : ''
          } ${
            spelt.length > 0
              ? `Spelt in more than one way: ${listed(
                  spelt.map((forms) => forms.join(' / ')),
                  3,
                )}.`
              : ''
          } Some may be meant as different things.`.trim(),
    suggestion:
      clashing.length > 0
        ? `Choose one word for ${clashing[0]?.name}: ${listed((clashing[0]?.used ?? []).map(({ word }) => named(word)))}.`
        : spelt.length > 0
          ? `Choose one spelling: ${spelt[0]?.join(' or ')}.`
          : 'Check menus and mails as well.',
    evidence: [
      ...clashing.flatMap(({ used }) =>
        used.slice(1).map(({ unit, word }) => quoting(unit.text, `Here ${named(word)}.`)),
      ),
      ...typical(document),
    ].slice(0, 8),
  };
};

/** Names that come with different capitals inside, or with and without a hyphen. */
const spellings = ({ content }: Document): string[][] => {
  const forms = new Map<string, Set<string>>();
  for (const [word] of content.text.matchAll(/\p{L}[\p{L}-]{3,30}/gu)) {
    if (!/\p{Ll}\p{Lu}|-|^\p{Lu}\p{Ll}+$/u.test(word) || /^[\p{Lu}-]+$/u.test(word)) continue;
    const key = word.toLowerCase().replaceAll('-', '');
    forms.set(key, (forms.get(key) ?? new Set()).add(word));
  }
  return [...forms.values()]
    .map((set) => [...set])
    .filter(
      (all) =>
        all.length > 1 &&
        all.some((word) => /\p{Ll}\p{Lu}/u.test(word)) &&
        new Set(all.map((word) => word.replace(/^\p{L}/u, (first) => first.toLowerCase()))).size > 1,
    );
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

const KNOWN = new Set(
  'USA US UK EU UN OK PDF URL HTML CSS FAQ AM PM TV ID IT AI PC CEO UTC GMT USD EUR GBP CHF ISO PS NB TODO FIXME README MIT HTTP HTTPS WWW CV SMS GPS DVD USB DIN GMBH AG KG UG VAT MWST BGB DSGVO GDPR API JSON XML CSV AND OR NOT THE FOR'.split(
    ' ',
  ),
);
const acronyms = (document: Document): Observation | string => {
  const { units, content, words } = document;
  if (document.language.lists === undefined)
    return `which abbreviations are known is told for English and German, and this is in ${document.language.name}`;
  if (words < 30) return 'there are too few words';
  const seen = new Map<string, Unit>();
  for (const unit of units) {
    if (unit.text === unit.text.toUpperCase()) continue;
    for (const [word] of unit.text.matchAll(/\b[A-Z][A-Z0-9]{1,5}\b/g))
      if (!KNOWN.has(word) && !/^[IVXLC]+$/.test(word) && !/\d{2}/.test(word) && !seen.has(word)) seen.set(word, unit);
  }
  const open = [...seen]
    .slice(0, 200)
    .filter(
      ([word]) =>
        !content.text.includes(`(${word})`) &&
        !content.text.includes(`${word} (`) &&
        !content.text.includes(`${word}: `),
    );
  return {
    score: Math.max(1, 4.6 - (open.length * 250) / Math.max(250, words)),
    comment:
      seen.size === 0
        ? `No abbreviation that would need spelling out was found in ${count(words, 'word')}.`
        : `${open.length} of ${count(seen.size, 'abbreviation')} are never spelt out${
            open.length > 0
              ? `: ${listed(
                  open.map(([word]) => word),
                  6,
                )}`
              : ''
          }.`,
    suggestion:
      open.length > 0
        ? `Spell ${open[0]?.[0]} out where it first stands, or use a word.`
        : 'Check product names too: a stranger does not know them.',
    evidence: [
      ...open.map(([word, unit]) => quoting(unit.text, `Here ${word} is taken for known.`)),
      ...typical(document),
    ].slice(0, 8),
  };
};

const DUTY =
  /\b(?:must|shall|has to|have to|is required|are required|it is required|need(?:s)? to|obliged|muss|müssen|ist verpflichtet|hat zu|sind zu|ist zu)\b/;
const DUE =
  /\b(?:by|within|before|until|no later than|on) (?:the )?(?:\d|monday|tuesday|wednesday|thursday|friday|january|february|march|april|may|june|july|august|september|october|november|december|end of)|\b\d+ (?:business |working )?(?:days|weeks|months|hours)|\bbis (?:zum|spätestens|\d)|\binnerhalb/;
const LOOSE =
  /\b(?:in due (?:time|course)|best efforts|reasonable (?:time|efforts|endeavours)|as soon as possible|promptly|without undue delay|timely|where appropriate|zeitnah|unverzüglich|baldmöglichst|nach möglichkeit)\b/;
const duties = (document: Document): Observation | string => {
  const { units } = document;
  const found = units.filter(({ lower }) => DUTY.test(lower) || LOOSE.test(lower));
  if (document.language.lists === undefined)
    return `words of duty are known in English and German, and this is in ${document.language.name}`;
  if (found.length === 0) return 'no words of duty (“must”, “shall”, “have to”) were found';
  const dated = found.filter(({ lower }) => DUE.test(lower));
  const loose = found.filter(({ lower }) => LOOSE.test(lower) && !DUE.test(lower));
  const faceless = found.filter(({ lower }) =>
    /\bit is required|\b(?:must|shall|has to|have to) be \w+(?:ed|en|de|ne)\b|\bis to be\b|\bist zu\b|\bsind zu\b/.test(
      lower,
    ),
  );
  const rest = found.filter((one) => !dated.includes(one));
  return {
    score: Math.max(
      1,
      Math.min(
        4.8,
        between(dated.length / found.length, 0, 0.6) * 0.6 +
          between((faceless.length + loose.length) / found.length, 0.8, 0) * 0.4,
      ),
    ),
    comment: `${count(found.length, 'duty', 'duties')} in words: ${dated.length} with a date or period, ${faceless.length} without anybody who acts, ${loose.length} with a loose “in due time”.`,
    evidence: [
      ...loose.map(({ text }) => quoting(text, 'The quoted one has no date.', 'Put a number of days in its place.')),
      ...faceless.map(({ text }) =>
        quoting(text, 'In the quoted one nobody acts.', 'Say who: “You send …”, “The supplier delivers …”.'),
      ),
      ...rest.map(({ text }) => quoting(text, 'The quoted one has no date.', 'Add by when, and what counts as done.')),
      ...dated.map(({ text }) => quoting(text)),
    ].slice(0, 8),
  };
};

const testable = (document: Document): Observation | string => {
  const found = document.units.filter(({ lower }) =>
    /\b(?:must|shall|should|will|can|needs? to|allows?|supports?|muss|müssen|soll|sollen|kann)\b/.test(lower),
  );
  if (document.language.lists === undefined)
    return `words of requirement are known in English and German, and this is in ${document.language.name}`;
  if (found.length === 0) return 'no statements with “must”, “shall”, “should” or “can” were found';
  const measurable = found.filter(({ lower }) =>
    /\d|\b(?:if|when|unless|only|each|none|exactly|at (?:most|least)|error|wenn|falls|nur|höchstens|mindestens)\b/.test(
      lower,
    ),
  );
  const soft = found.filter(({ lower }) =>
    /\b(?:user[- ]friendly|fast|quick(?:ly)?|easy|easily|intuitive|modern|flexible|robust|scalable|seamless(?:ly)?|etc|appropriate|simple|efficient(?:ly)?|schnell|einfach|benutzerfreundlich|modern|usw)\b/.test(
      lower,
    ),
  );
  return {
    score: Math.max(1, between(measurable.length / found.length, 0.1, 0.8) - (soft.length / found.length) * 1.5),
    comment: `${measurable.length} of ${count(found.length, 'statement')} with “must”, “should” or “can” hold a number, a condition or a limit; ${soft.length} rest on a word nobody can fail, such as “fast” or “easy”.`,
    evidence: [
      ...soft.map(({ text }) =>
        quoting(
          text,
          'Nobody could fail the quoted one.',
          'Say the condition, the act and the result that is seen, with a number.',
        ),
      ),
      ...found
        .filter((one) => !measurable.includes(one))
        .map(({ text }) =>
          quoting(text, 'The quoted one has no number or condition.', 'Add when it holds, and how one sees it.'),
        ),
      ...measurable.map(({ text }) => quoting(text, 'The quoted one can be seen to hold or fail.')),
    ].slice(0, 8),
  };
};

const ordered = (document: Document): Observation | string => {
  const { units, words } = document;
  const steps = units.filter(
    ({ text, lower }) =>
      /^\s*(?:\d{1,2}[.)]|step \d|schritt \d)/i.test(text) ||
      /^(?:first|then|next|finally|after that|zuerst|dann|danach|zum schluss),? /.test(lower),
  );
  const acts = units.filter(({ lower }) =>
    /^\s*(?:\d{1,2}[.)] |[-*•] )?(?:please |bitte )?(?:open|click|choose|select|enter|type|run|install|go|press|tap|check|send|sign|add|create|copy|set|start|download|upload|fill|read|wait|confirm|öffnen|klicken|wählen|geben|starten|prüfen|senden|laden)\b/.test(
      lower,
    ),
  );
  const all = [...new Set([...steps, ...acts])];
  if (words < 20) return 'there are too few words for steps';
  if (all.length === 0)
    return {
      score: 1.9,
      comment: `No numbered step and no sentence that begins with an instruction was found in ${count(words, 'word')}.`,
      suggestion: 'Write what is to be done as numbered steps, each beginning with its verb.',
      evidence: placesFor(document, 'end').map((place) => ({
        ...place,
        say: 'They would belong near what is quoted.',
      })),
    };
  const numbered = steps.filter(({ text }) => /^\s*\d/.test(text)).length;
  const crowded = all.filter(
    (unit) =>
      unit.words > 25 || /\b(?:and|und) (?:then )?(?:click|open|choose|select|enter|run|press|dann)\b/.test(unit.lower),
  );
  return {
    score: Math.max(
      1,
      3 + (numbered >= 2 ? 1 : 0) + Math.min(0.6, all.length * 0.1) - (crowded.length / all.length) * 1.8,
    ),
    comment: `${count(all.length, 'step')} in words, ${numbered} of them numbered; ${crowded.length} hold more than one act or more than 25 words.`,
    suggestion:
      crowded.length === 0 ? (numbered < 2 ? 'Number them.' : 'Say after each what one then sees.') : undefined,
    evidence: [
      ...crowded.map(({ text }) => quoting(text, 'The quoted step holds several.', 'One act to a step.')),
      ...all.map(({ text }) => quoting(text)),
    ].slice(0, 8),
  };
};

const repeats = (document: Document): Observation | string => {
  const { units, words } = document;
  if (words < 80) return 'there are too few words to repeat themselves';
  const seen = new Map<string, { unit: Unit; times: number }>();
  for (const unit of units) {
    const own = unit.lower.match(/[\p{L}\p{N}]+/gu) ?? [];
    for (let at = 0; at + 4 <= own.length; at += 1) {
      const phrase = own.slice(at, at + 4).join(' ');
      const former = seen.get(phrase);
      if (former === undefined) seen.set(phrase, { unit, times: 1 });
      else {
        former.times += 1;
        former.unit = unit;
      }
    }
  }
  const often = [...seen]
    .filter(([phrase, { times }]) => times > 1 && phrase.length > 16)
    .sort((a, b) => b[1].times - a[1].times || (a[0] < b[0] ? -1 : 1));
  const spent = often.reduce((sum, [, { times }]) => sum + times - 1, 0);
  return {
    score: between((100 * spent) / words, 14, 0.5),
    comment: `${percent(spent, words)} of ${count(words, 'word')} begin a phrase of four words that stood there before${often.length > 0 ? `; most often ${listed(often.slice(0, 2).map(([phrase, { times }]) => `${named(phrase)} (${times} times)`))}` : ''}.`,
    suggestion:
      often.length > 0
        ? 'Say it once, where it is needed most; strike or shorten the repeat.'
        : 'What could go is not what repeats, but what nobody asked for: a person must judge that.',
    evidence: [
      ...often.slice(0, 6).map(([phrase, { unit }]) => quoting(unit.text, `Here again ${named(phrase)}.`)),
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
    names: 'is it for me|best-fit buyer|audience focus|relevance and timing',
    topics: 'audience group buyer customer segment whom fit reader situation',
    run: audience,
  },
  {
    id: 'term-variants',
    names: 'one vocabulary|consistency of terms|literal, steady language',
    topics: 'vocabulary term consisten name same word glossary',
    run: terms,
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
  {
    id: 'acronyms',
    names: 'fit to stage|vocabulary|labels that predict',
    topics: 'acronym abbrevi term explain prior knowledge jargon level',
    run: acronyms,
  },
  {
    id: 'duties',
    names: 'duties and deadlines|usable|next steps and questions',
    topics: 'duty deadline must obligation owner date',
    run: duties,
  },
  {
    id: 'testable',
    names: 'testable statements|scope',
    topics: 'testab requirement statement measurab accept verify',
    run: testable,
  },
  {
    id: 'steps',
    names: 'path to the goal|time to first success|usable|steps that match|first moves',
    topics: 'step instruct task path goal action do order procedure',
    run: ordered,
  },
  {
    id: 'repeats',
    names: 'relevant|recruiter:economy|economy|concision',
    topics: 'repeat redundan economy length shorter go needed relevan',
    run: repeats,
  },
];
