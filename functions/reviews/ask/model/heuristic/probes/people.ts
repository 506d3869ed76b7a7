import { checklist } from '../checklist.ts';
import type { Probe } from '../observation.ts';

const MONEY = /(?:[€$£¥]|chf|eur|usd|gbp)\s?\d|\d[\d.,]*\s?(?:€|\$|£|k\b|euro|eur|usd|gbp|chf|dollars?)/;
const ROLE =
  /\b(?:engineer|developer|designer|manager|director|lead|analyst|consultant|teacher|nurse|architect|editor|writer|specialist|officer|assistant|head of|scientist|researcher|accountant|technician|entwickler\w*|leiter\w*|ingenieur\w*|berater\w*|referent\w*|kaufmann|kauffrau)\b/;

const ABOUT_JOB = [
  'a post to fill',
  /\b(?:apply|applicants?|applications?|position|vacanc|we(?:'re| are) (?:looking|hiring)|job|join (?:us|our)|candidates?|bewerb|stelle|wir suchen)/,
] as const;
const ABOUT_CAREER = [
  'a career',
  /\b(?:experience|education|employ|skills?|worked|engineer|manager|degree|university|berufserfahrung|ausbildung|studium|since (?:19|20)\d\d|(?:19|20)\d\d ?[–-])/,
] as const;

/** CVs, job advertisements and forms. */
export const peopleProbes: readonly Probe[] = [
  checklist({
    id: 'cv-top',
    about: ABOUT_CAREER,
    names: 'match at a glance',
    topics: 'glance role level specialty top profile',
    what: 'things that the top of a profile owes',
    items: [
      ['a role', ROLE, 'Put the role you have, or want, into the first line.'],
      [
        'years or level',
        /\b(?:senior|junior|principal|head|lead|mid[- ]level)\b|\b\d+\+? years|\b(?:19|20)\d\d\b|\bjahre\b/,
        'Add level or years.',
      ],
      [
        'a specialty',
        /\b(?:specialis\w+|specializ\w+|focus\w*|expert\w*|with experience in|working on|schwerpunkt\w*|spezialisiert)\b/,
        'Say the specialty in five words.',
      ],
      [
        'what is wanted next',
        /\b(?:looking for|seeking|open to|next role|available|suche|verfügbar)\b/,
        'Say what you look for next.',
      ],
      ['a way to reach', /@|\+\d|\bphone|\blinkedin|\bgithub|\btelefon/, 'Put contact beside the name.'],
    ],
    within: { first: 90 },
    enough: 4,
    where: 'start',
  }),
  checklist({
    id: 'cv-results',
    names: 'results|result',
    topics: 'achievement outcome result measure impact',
    what: 'signs of results with size and share',
    items: [
      [
        'acts in the past',
        /\b(?:built|led|cut|reduced|raised|increased|launched|designed|migrated|introduced|saved|won|trained|wrote|negotiated|grew|automated|shipped|dropped|fell|rose|entwickelte|führte|senkte|steigerte|leitete|baute)\b/,
        'Begin lines with what was done: built, cut, led.',
      ],
      [
        'a measure',
        /\b\d+(?:[.,]\d+)? ?(?:%|percent|hours?|days?|weeks?|minutes?|people|users|customers|times|x\b|prozent|stunden|tage)|\bfrom \d.{0,40}\bto \d/,
        'Add the measure, with its base: “from 9 to 4 days”.',
      ],
      [
        'a base to compare with',
        /\bfrom \d|\bcompared|\bbefore\b|\bpreviously|\bthan\b|\bvon \d|\bvorher/,
        'Say where it stood before.',
      ],
      [
        'own part',
        /\b(?:i|my|alone|sole|together with|in a team of|with \d+ (?:people|colleagues)|team of \d+|allein|im team)\b/,
        'Say what your own part was.',
      ],
      ['a period', /\b(?:19|20)\d\d\b|\bin \d+ (?:months|weeks|years)|\bwithin \d+/, 'Say over which period.'],
    ],
    against: [
      [
        'duties in place of results',
        /\bresponsible for|\bduties include|\btasked with|\bverantwortlich für|\bzuständig für/,
        'Say what came of it, instead of “responsible for”.',
      ],
    ],
    enough: 4,
    where: 'end',
  }),
  checklist({
    id: 'cv-dates',
    about: ABOUT_CAREER,
    names: 'career logic',
    topics: 'career chronolog date gap period step',
    what: 'things that let steps be followed',
    items: [
      [
        'spans of years',
        /\b(?:19|20)\d\d\s?(?:–|—|-|to|bis)\s?(?:(?:0?\d|1[0-2])[./])?(?:(?:19|20)\d\d|present|today|now|heute)/,
        'Give each post from – to.',
      ],
      [
        'months',
        /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)[a-z]*\.? (?:19|20)\d\d|\b(?:0?\d|1[0-2])[./](?:19|20)\d\d/,
        'Give months beside years.',
      ],
      [
        'where it is now',
        /\bpresent\b|\btoday\b|\bcurrent|\bsince (?:19|20)\d\d|\bheute\b|\bseit\b/,
        'Say what is done now.',
      ],
      [
        'breaks or turns',
        /\bparental|\bsabbatical|\bcareer break|\bfreelance|\bretrain|\bmoved to|\bpromoted|\belternzeit|\bauszeit|\bbefördert/,
        'Give breaks and turns a short neutral note.',
      ],
    ],
    enough: 3,
    where: 'start',
  }),
  checklist({
    id: 'job-work',
    about: ABOUT_JOB,
    names: 'the work itself',
    topics: 'work task months team role hard',
    what: 'things that let one picture the work',
    items: [
      [
        'acts',
        /\byou(?:'ll| will)? (?:build|lead|write|design|run|plan|talk|answer|test|teach|sell|own|work|help|take)\b|\bsie (?:entwickeln|leiten|planen|betreuen|beraten)/,
        'Say what one does on an ordinary day.',
      ],
      [
        'the team',
        /\bteam of|\bwith (?:\w+ )?(?:\d+|two|three|four|five|six) |\breport(?:s|ing)? to|\byour (?:team|colleagues|manager)|\bteam von|\bberichten/,
        'Say with whom, and to whom.',
      ],
      [
        'an aim',
        /\bin (?:your|the) first (?:\w+ )?(?:weeks|months|year)|\bafter (?:three|six|\d+) months|\bgoal|\bso that\b|\bersten (?:monat|jahr)/,
        'Say what should be better in a year.',
      ],
      [
        'what is hard',
        /\bhard\b|\bdifficult|\bchalleng|\bnot easy|\bbusy\b|\bschwierig|\bherausforder/,
        'Say what makes it hard.',
      ],
    ],
    where: 'start',
  }),
  checklist({
    id: 'job-requirements',
    about: ABOUT_JOB,
    names: 'real requirements',
    topics: 'requirement ability qualification degree must skill',
    what: 'signs of few and true requirements',
    items: [
      [
        'requirements',
        /\brequire|\bmust\b|\byou (?:have|bring|know|can)|\bqualification|\bexperience (?:in|with)|\banforderung|\bsie (?:haben|bringen|können)/,
        'List what is really needed.',
      ],
      [
        'must apart from nice',
        /\bnice to have|\bbonus|\ba plus\b|\bideally|\boptional|\bnot required|\bvon vorteil|\bwünschenswert/,
        'Keep musts apart from what is nice.',
      ],
      [
        'equivalents',
        /\bor (?:equivalent|similar|comparable)|\bequivalent|\bno degree|\bself[- ]taught|\bwe(?:'ll| will) teach|\boder vergleichbar|\bquereinsteig/,
        'Welcome equivalents.',
      ],
      [
        'a reason',
        /\bbecause\b|\bso that\b|\byou(?:'ll| will) need (?:it|this|that)|\bweil\b|\bdamit\b/,
        'Tie each to the work: “because …”.',
      ],
    ],
    against: [['years in place of abilities', /\b\d+\+? years/, 'Name the ability instead of the years.']],
    where: 'end',
  }),
  checklist({
    id: 'job-terms',
    about: ABOUT_JOB,
    names: 'terms',
    topics: 'pay salary place hours contract benefit',
    what: 'terms of a post',
    items: [
      ['pay', MONEY, 'State the range of pay.'],
      [
        'place',
        /\bremote|\bon[- ]?site|\bhybrid|\boffice|\bhome office|\bbased in|\bvor ort|\bbüro/,
        'Say where, and how many days on site.',
      ],
      [
        'hours',
        /\bfull[- ]time|\bpart[- ]time|\b\d+ hours|\bhours (?:a|per) week|\bvollzeit|\bteilzeit|\bstunden/,
        'Say how many hours.',
      ],
      [
        'term',
        /\bpermanent|\bfixed[- ]term|\bfreelance|\bunbefristet|\bbefristet|\bcontract\b/,
        'Say whether it is permanent.',
      ],
      [
        'benefits with numbers',
        /\b\d+ days?(?:'| of)? (?:holiday|vacation|leave|paid)|\bpension|\btraining budget|\b\d+ (?:urlaubstage|tage urlaub)|\bparental/,
        'Give benefits as numbers.',
      ],
    ],
    against: [
      [
        'pay in words only',
        /competitive (?:salary|pay|compensation)|attractive (?:salary|package)|attraktive vergütung|leistungsgerecht/,
        'Replace “competitive” by the range.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'job-process',
    about: ABOUT_JOB,
    names: 'process',
    topics: 'apply process interview hear step hiring',
    what: 'things told of what follows an application',
    items: [
      ['how to apply', /\bapply\b|\bsend (?:us|your)|\bapplication|\bbewerb/, 'Say how to apply, and with what.'],
      ['the steps', /\binterview|\bcall\b|\btrial|\btask\b|\bmeet\b|\bgespräch|\bkennenlernen/, 'List the steps.'],
      [
        'how long',
        /\bwithin \d+|\b\d+ (?:days|weeks)|\bby (?:the end|\w+ \d)|\binnerhalb/,
        'Say how long each takes, and when one hears either way.',
      ],
      [
        'a contact',
        /@|\bquestions\b|\bcontact|\bcall \w+|\bansprechpartner|\bfragen\b/,
        'Name somebody for questions.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'testimonials',
    names: 'endorsements and labels|people and quotations|voice|people shown|names and marks',
    topics: 'endors testimonial quotation customer praise review voice person consent',
    what: 'things that make a voice credible',
    items: [
      ['a quotation', /["“„«][^"”“»]{12,}["”“»]/, 'Quote somebody in their own words.'],
      [
        'who says it',
        /["”“»]\s*[—–-]\s*\w|\b(?:says|said|explains|writes|according to|sagt|erklärt|meint)\b|[—–-] [a-z]+ [a-z]+,/,
        'Name who says it, with role.',
      ],
      [
        'role or firm',
        /\b(?:ceo|founder|head of|director|owner|manager|lead|officer|cto|coo|geschäftsführer\w*|inhaber\w*|leiter\w*)\b/,
        'Give the role and the firm.',
      ],
      ['a date or link', /\b(?:19|20)\d\d\b|https?:\/\//, 'Date it, and link where it can be checked.'],
      [
        'how it came about',
        /\bpaid\b|\bsponsor|\badvertis|\bunpaid|\binterview|\bsurvey|\bvia (?:google|trustpilot|g2)|\banzeige\b|\bwerbung\b/,
        'Say how it was chosen, and whether it was paid.',
      ],
    ],
    enough: 4,
    where: 'end',
  }),
  checklist({
    id: 'form-choices',
    names: 'forms and choices',
    topics: 'form choice option gender title answer',
    what: 'signs that everybody can answer',
    items: [
      [
        'something optional',
        /\boptional|\bskip\b|\bleave (?:it )?(?:blank|empty)|\bfreiwillig/,
        'Mark what is optional.',
      ],
      [
        'a free or no answer',
        /\bprefer not|\bself[- ]describe|\bother\b|\bnot listed|\bkeine angabe|\bdivers\b/,
        'Offer a free answer and none.',
      ],
      [
        'a reason',
        /\bwe (?:ask|need) (?:this|for|your)|\bbecause\b|\bso that\b|\bweil\b|\bdamit\b/,
        'Say why each is asked.',
      ],
    ],
    against: [
      [
        'a binary or a title',
        /\b(?:mr|mrs|ms|miss)\b.{0,8}\b(?:mr|mrs|ms|miss)\b|\bmale\b.{0,12}\bfemale\b|\bherr\b.{0,8}\bfrau\b/,
        'Drop the title, or let it be free.',
      ],
    ],
    unless: ({ fields, units }) =>
      fields.length > 0 ||
      units.some(({ lower }) => /\b(?:form|field|male|female|mr|mrs|formular|anrede)\b/.test(lower))
        ? undefined
        : 'no form and no field was read',
    where: 'action',
  }),
];
