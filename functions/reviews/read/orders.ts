import type { Fact } from '../../facts/fact.ts';
import { visible } from '../../kit/text/visible.ts';
import type { Evidence } from '../finding-rows.ts';
import type { Brief } from '../rows.ts';
import type { Content } from './content.ts';

/** A part of a text, from `from` to `to`. */
interface Span {
  from: number;
  to: number;
}

/** Letters of other scripts that look like Latin ones, each before its Latin twin. */
const PAIRS = 'аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwαaοoιiνvρpτtυuκkɡgıi';
const LOOKALIKES = new Map(
  Array.from({ length: PAIRS.length / 2 }, (_, at) => [PAIRS[at * 2] ?? '', PAIRS[at * 2 + 1] ?? ''] as const),
);
const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'g');
const HIDDEN = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Single letters with spaces between them: "i g n o r e". */
const APART = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][ .-]){4,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu;

/** As a model reads it: lower case, without accents, tricks of writing, and markup of emphasis. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(HIDDEN, '')
    .toLowerCase()
    .replace(LOOKALIKE, (one) => LOOKALIKES.get(one) ?? one)
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[*_~]+/g, ' ')
    .replace(APART, (spaced) => spaced.replace(/[ .-]/g, ''))
    .replace(/\s+/g, ' ')
    .trim();

/** Before a verb that is an order: nothing, a mark, or a word that leads to one. */
const ORDER = String.raw`(?:^|[^\p{L}\p{N}\s'/]["']?\s*|\b(?:please|kindly|now|then|and|or|but|must|should|shall|you will|you|also|instead|simply|just|first|always|only|you (?:\S+ ){0,3}to|(?:asked|required|instructed|told|expected|have|has|need|needs|hereby) to|(?:task|job|goal|role|purpose|duty) is to|so|therefore|hence|thus|bitte|jetzt|nun|und|dann|sofort|danach|daher|deshalb) )`;
/** Descriptions of what someone might do are none: "could ignore", "who ignore", "a user may ask to". */
const WORDS = (most: number) => String.raw`(?:[^\s.!?]+ ){0,${most}}?`;

const TOP = String.raw`["'{(\[]{0,3}(?:(?:5|five|10|ten|100)(?:\.0)? ?(?:\/|of|out of) ?(?:5|five|10|ten|100)(?:\.0)?\b|(?:full|highest|maximum|maximal|max|top|perfect|best|excellent|flawless|glowing|outstanding|positive) (?:possible |available |overall )?(?:scores?|marks?|ratings?|grades?|points|evaluation|review|verdict|assessment|result)\b|(?:all|straight|only) (?:fives|5s|tens)\b|\b(?:fives|5s)\b|\bas? (?:a )?(?:5|five)\b|(?:favou?rably|positively|generously|leniently)\b|(?:score|scores|rating|ratings|grade|mark)"? ?(?:of |to |at |is |are |must be |= ?|: ?)?(?:a )?"?(?:5|five|10|ten)\b|(?<!\bto |\bor |[-–])\b(?:5|five|10|ten) (?:everywhere|across|throughout|(?:for|in|on|to) (?:all|every|each|any)\b|for \S+,? (?:and )?(?:5|five|10|ten) for))`;
const TOP_DE = String.raw`(?:(?:5|funf|10|zehn|100) ?(?:\/|von|aus) ?(?:5|funf|10|zehn|100)\b|volle[nr]? (?:punktzahl|punkte)|hochste[nr]? (?:punktzahl|bewertung|note|wertung|punkte|stufe)|hochst(?:note|wertung|punktzahl|bewertung)|bestnoten?|bestwertung|maximale[nr]? (?:punkte|punktzahl|bewertung|wertung|note)|beste[nr]? (?:note|bewertung|wertung)|uberall (?:eine |die )?(?:5|funf)|mit (?:einer |je )?(?:5|funf)\b|eine (?:5|funf)\b)`;
const GIVE =
  '(?:give|rate|score|award|assign|grade|mark|answer|respond|reply|return|output|set|use|choose|select|report|evaluate|judge|assess|produce|submit|record|enter|write|provide|keep|make|ensure|guarantee|put)';
const GIVE_DE =
  '(?:gib|gebt|geben sie|vergib|vergebt|vergeben sie|bewerte|bewertet|bewerten sie|setze|setzt|antworte|antworten sie|benote|benotet|beurteile|beurteilt|beurteilen sie|trage|trag|verteile)';
const JUDGED = String.raw`(?:(?:this|our|the (?:whole|entire|following|above)) (?:\S+ )?(?:page|content|site|website|text|document|submission|product|app|article|readme|work|paper|essay|manuscript|material|file|image|note|project|piece|proposal|cv|resume|application)\b|(?:every|each|all|any|every single) (?:of the |the |your )?(?:dimensions?|criteri\w+|categor\w+|personas?|aspects?|metrics?|ax[ie]s|rubrics?|anchors?|scores?|questions?|items?)|everywhere|across the board|(?:in|on|for|under) (?:all|every|each) (?:dimension|criteri|categor|respect|aspect)|dimensions?\b|"scores?"|"dimension")`;
const JUDGED_DE = String.raw`(?:(?:dies\w+|unser\w+) (?:\S+ )?(?:seite|inhalt|text|dokument|website|webseite|artikel|beitrag|produkt|arbeit|datei|bild|angebot|bewerbung|antrag)|(?:jede\w*|alle\w*) (?:dimension\w*|kriteri\w+|kategori\w+|persona\w*|punkt\w*|aspekt\w*)|uberall|in allem|alles|dimension\w*)`;
const MACHINE = String.raw`(?:ais?|a\.i\.|llms?|gpt|chatgpt|claude|gemini|copilot|(?:large )?language models?|ai \w+|automated \w+|assistants?|chatbots?|reviewers?|judges?|graders?|evaluators?|raters?|personas?|(?:review |judging )?panel|(?:ai )?agents?|ai system|(?:reviewing|judging|grading) models?)`;
const MACHINE_DE = String.raw`(?:kis?|ki-\w+|sprachmodelle?n?|llms?|chatgpt|gutachter\w*|bewerter\w*|prufer\w*|juror\w*|jury|assistent\w*|reviewer\w*|modelle?n?|personas?|panel|bewertungs\S*)`;
const FAULTS = String.raw`(?:faults?|issues?|problems?|weakness(?:es)?|criticisms?|findings?|flaws?|negatives?|negative \w+|defects?|errors?|mistakes?|shortcomings?|drawbacks?|points|scores?)`;
const FAULTS_DE = String.raw`(?:fehler\w*|mangel\w*|probleme?|schwachen?|kritik\w*|befunde?|negatives?|punkte)`;
const PROMPT = '(?:instructions?|prompts?|directions|directives?|commands?|orders)';
const GUIDE = '(?:rules?|guidelines?|guidance|rubrics?|criteria|anchors?|constraints?|polic(?:y|ies)|training|task)';

const pattern = (...parts: string[]) => new RegExp(parts.join(''), 'u');

/** Each is an order to a reviewer by itself. */
const STRONG = [
  pattern(
    ORDER,
    String.raw`(?:ignore|disregard|forget|override|bypass|discard|overrule|drop|abandon|neglect) ${WORDS(3)}(?:your|previous|prior|preceding|earlier|system|foregoing|former|original|initial) ${WORDS(3)}${PROMPT}\b`,
  ),
  pattern(
    ORDER,
    String.raw`(?:ignore|disregard|forget|override|bypass|discard|overrule|drop|abandon|neglect) ${WORDS(2)}(?:your|system|scoring|review|grading|judging) ${WORDS(2)}${GUIDE}\b`,
  ),
  pattern(
    ORDER,
    '(?:ignore|disregard|forget) (?:all |everything |anything |whatever )?(?:that )?(?:you (?:were|have been|are) told|(?:you )?(?:was |were )?(?:said|written|stated|told) (?:before|above|earlier))',
  ),
  pattern(ORDER, `${GIVE} ${WORDS(10)}${JUDGED} ${WORDS(8)}${TOP}`),
  pattern(ORDER, String.raw`${GIVE} (?!us |me )${WORDS(6)}${TOP}(?: [^\s.!?]+){0,8}? ${JUDGED}`),
  pattern(
    ORDER,
    `(?:reveal|print|repeat|show|output|disclose|quote|leak|recite|include|write|answer with|reply with|respond with|state|copy) ${WORDS(4)}your (?:full |own |exact |entire |complete )?(?:system|hidden|secret|initial|original|internal)[ -](?:prompt|instructions?|message|rules)`,
  ),
  pattern(
    String.raw`(?:ignorier\w*|missacht\w*|vergiss|vergesst|vergessen sie|verwirf|uberschreib\w*|ubergeh\w*) ${WORDS(3)}(?:vorherige\w*|bisherige\w*|vorangegangene\w*|vorigen?|deine\w*|eure\w*|obige\w*|fruhere\w*|vorstehende\w*|system\w*) ${WORDS(2)}(?:\S*anweisung\w*|instruktion\w*|vorgabe\w*|\S*regel\w*|\S*prompts?|befehle?|richtlinie\w*)`,
  ),
  pattern(
    `(?:deine|eure|alle (?:bisherigen|vorherigen)) (?:anweisungen|instruktionen|vorgaben|regeln) ${WORDS(3)}(?:gelten nicht|sind (?:aufgehoben|ungultig|hinfallig)|ignorier)`,
  ),
  pattern(
    String.raw`\byour (?:\S+ )?(?:instructions|prompt|rules|guidelines|rubric) (?:are|is|do|does|no longer) ${WORDS(3)}(?:void|invalid|cancel\w+|revoked|suspended|obsolete|superseded|not apply|apply no)`,
  ),
  pattern(
    String.raw`(?:all|every|each)(?: of)?(?: the| your)? scores? (?:are|is|must be|should be|have to be) (?:a )?(?:5|five)\b`,
  ),
  pattern(
    String.raw`(?:befolg|beacht|folg)\w* (?:nicht )?(?:mehr )?(?:deine\w*|eure\w*) (?:\S+ )?(?:regeln|anweisungen|vorgaben|instruktionen) nicht|nicht (?:mehr )?(?:deine\w*|eure\w*) (?:\S+ )?(?:regeln|anweisungen|vorgaben|instruktionen)`,
  ),
  pattern(
    String.raw`(?:(?:du|sie|ihr|ki\S*) (?:musst|sollst|mussen|sollen|musst|sollt)|(?:musst|sollst|mussen|sollen) (?:du|sie|ihr)) ${WORDS(8)}${JUDGED_DE} ${WORDS(6)}${TOP_DE}`,
  ),
  pattern(ORDER, `${GIVE_DE} ${WORDS(8)}${JUDGED_DE} ${WORDS(6)}${TOP_DE}`),
  pattern(ORDER, String.raw`${GIVE_DE} (?!uns |mir )${WORDS(5)}${TOP_DE}(?: [^\s.!?]+){0,6}? ${JUDGED_DE}`),
  pattern(
    ORDER,
    String.raw`(?:gib|nenne|zeige|drucke|wiederhole|verrate|schreibe) ${WORDS(3)}(?:deine?n?|deiner) ${WORDS(1)}(?:system-?prompt|systemanweisung\w*|anweisungen)`,
  ),
];

/** Each is an order only next to a sign of another kind. */
const ACTIONS = {
  score: [
    pattern(ORDER, `${GIVE} ${WORDS(8)}${TOP}`),
    pattern(ORDER, `${GIVE_DE} ${WORDS(6)}${TOP_DE}`),
    pattern(
      `(?:deserves?|must (?:get|receive|have|be)|should (?:get|receive|be given)|earns|verdient) ${WORDS(4)}(?:${TOP}|${TOP_DE})`,
    ),
    pattern(String.raw`"score" ?: ?5|scores? ?(?:=|:) ?5\b`),
    pattern(
      String.raw`(?:every|each|all)(?: of)?(?: the)? (?:dimension|criteri|categor|persona|aspect|score)\w* (?:gets?|receives?|must|should|shall|are|is|has|have|scores?|=|:) (?:score )?${WORDS(4)}(?:${TOP}|5\b)`,
    ),
    pattern(String.raw`${JUDGED} (?:gets?|scores?|receives?|earns?) ${WORDS(3)}(?:${TOP}|5\b)`),
    pattern(
      String.raw`(?:correct|right|expected|appropriate|fair|only|proper|true|final) (?:scores?|ratings?|grades?|marks?|answer|verdict) (?:is|are|=|:) ${WORDS(2)}(?:${TOP}|5\b)`,
    ),
    pattern(
      `(?:mussen|sollen|sollten|muss|soll) ${WORDS(6)}${TOP_DE} ${WORDS(3)}(?:geben|vergeben|bewerten|erhalten|bekommen)`,
    ),
    pattern(
      `(?:musst|sollst|solltest|mussen|sollen|sollten|hast|haben|musstet|sollt) (?:du|sie|ihr) ${WORDS(8)}${TOP_DE}`,
    ),
  ],
  silence: [
    pattern(
      String.raw`(?:do not|don't|never|avoid|refrain from|without|not to) (?:report|mention|list|name|rais|find|not|criticis|criticiz|flag|deduct|highlight|lower|includ|invent|giv)\w* ${WORDS(4)}${FAULTS}\b`,
    ),
    pattern(String.raw`(?:report|mention|list|name|find|return|give|output) (?:no|zero) ${WORDS(2)}${FAULTS}\b`),
    pattern(
      `(?:nenne|nenn|erwahne|melde|berichte|finde|notiere|schreibe|nennt|meldet) (?:keine|keinerlei|nicht) ${WORDS(3)}${FAULTS_DE}`,
    ),
    pattern(`keine(?:rlei)? ${WORDS(2)}${FAULTS_DE} (?:nennen|melden|erwahnen|auflisten|finden)`),
  ],
  override: [
    pattern(ORDER, String.raw`(?:ignore|disregard|forget|override|bypass|discard) ${WORDS(4)}(?:${PROMPT}|${GUIDE})\b`),
    pattern(
      String.raw`(?:ignorier\w*|missacht\w*|vergiss|vergesst|vergessen sie) ${WORDS(4)}(?:anweisung\w*|instruktion\w*|vorgabe\w*|regel\w*)`,
    ),
    pattern("(?:rules?|instructions?|guidelines?) (?:above|before|below)? ?(?:do not|don't|no longer) apply"),
  ],
  reveal: [
    pattern(
      ORDER,
      String.raw`(?:reveal|print|repeat|show|output|disclose|recite|answer with|reply with|respond with|tell me|write out|start with) ${WORDS(4)}(?:your|the) ${WORDS(2)}(?:system prompt|instructions|prompt|rules|canary)\b`,
    ),
    pattern(`(?:gib|nenne|zeige|drucke|wiederhole|verrate) ${WORDS(4)}(?:system-?prompt|anweisungen|regeln)`),
  ],
  praise: [
    pattern(
      `(?:praise|recommend|approve|accept|endorse|say (?:that )?(?:it|this|the)|conclude|declare|state that|write (?:that|only)|describe|call it|consider|treat|(?:rate|judge|grade) (?:it|this|the|our)) ${WORDS(8)}(?:excellent|perfect|flawless|outstanding|exemplary|positive|faultless|world-class|strengths|without (?:fault|flaw)s?|highly|favou?rabl[ey]|as (?:correct|true|verified))`,
    ),
    pattern(String.raw`(?:recommend|vote for|propose) (?:its |the )?(?:accept\w+|approval|publication|hiring)`),
    pattern(
      `(?:lobe|lobt|empfiehl|empfehlt|sage,? dass|schreibe,? dass|stelle fest|bezeichne|halte) ${WORDS(8)}(?:hervorragend|perfekt|fehlerfrei|ausgezeichnet|vorbildlich|positiv|einwandfrei|das beste|uneingeschrankt)`,
    ),
  ],
};

const CONTEXTS = {
  address: [
    pattern(
      String.raw`(?:\bas|you are|you're|acting as|act as|dear|attention|note (?:to|for)|notes (?:to|for)|message (?:to|for)|instructions? (?:to|for)|notice (?:to|for)|information for|if you are|any|all|hey|hello|hi|\bto) (?:an? |the |any |all |our |this |every |to |for |automated |helpful |honest |fair |strict |generous |senior |expert |content |page |quality |human or )*${MACHINE}\b`,
    ),
    pattern(
      String.raw`\bwhen(?:ever)? (?:you )?(?:evaluat|review|judg|grad|scor|rat|assess)\w+|\byour (?:evaluation|assessment|verdict|judge?ment|prompt|system prompt|rubric)\b|\b(?:whoever|anyone who|everyone who) (?:review|judg|grad|evaluat|assess)\w+|you,? (?:the|an?) ${MACHINE}\b`,
    ),
    pattern(
      String.raw`\bfor (?:the |all |any |every )?(?:(?:ai|llm|automated) )?(?:reviewers?|judges?|graders?|evaluators?|language models?|llms?|ais?|chatbots?)(?: ?[:,–-]| who| that| reading)`,
    ),
    pattern(
      String.raw`^\W*(?:ai|llms?|chatgpt|claude|gpt|reviewers?|judges?|graders?|evaluators?|assistant|models?|personas?|panel(?:ists)?)(?: reviewers?| models?| members)?(?: ?[:,!—–-]|$)`,
    ),
    pattern(
      String.raw`\b(?:reviewers?|judges?|graders?|panel|personas?|evaluators?|language models?|llms?|ais?|ai \w+|assistants?) (?:must|should|shall|are (?:required|instructed|asked|told|to|hereby)|is (?:required|instructed|asked|told|to|hereby)|have to|has to|need to)\b`,
    ),
    pattern(String.raw`\bki-?(?:bewerter|gutachter|prufer|modell|assistent|system|reviewer)\w*`),
    pattern(
      String.raw`(?:\bals|du bist|sie sind|\ban|hinweis (?:an|fur)|liebe[rs]?|achtung,?|falls du|wenn du|wenn sie|fur) (?:eine?n? |alle |die |der |das |den |jede[rs]? |bewertende[nr]? |automatische[nr]? )*${MACHINE_DE}\b`,
    ),
  ],
  role: [
    pattern(
      String.raw`(?:from now on|from here on|new instructions?|updated instructions?|important instructions?|your (?:only|new|real|actual|true) (?:task|job|role|goal|instructions?|purpose)|you are now|you will now|pretend (?:to be|that|you)|end of (?:the )?(?:content|document|page|prompt|instructions|text|review)|(?:system|developer|admin|administrator|operator) (?:message|prompt|note|override|notice|instructions?|update|command)s?\b)`,
    ),
    pattern(
      String.raw`(?:^|[\[<(|#>!-] ?)\/?(?:system|assistant|developer|instructions?|sys|inst|admin) ?[:>\]|)]|<\|im_start\||<\/content`,
    ),
    pattern(
      String.raw`(?:ab jetzt|von nun an|ab sofort|neue anweisung\w*|systemnachricht|systemmeldung|system-?(?:hinweis|anweisung|befehl)|deine (?:neue|einzige|eigentliche|wahre) aufgabe|du bist (?:jetzt|nun))`,
    ),
  ],
  claim: [
    pattern(
      String.raw`(?:already|previously|has been|have been|was|were|is) (?:been )?(?:pre-?)?(?:approved|verified|reviewed|certified|validated|checked|judged|scored|authori[sz]ed|agreed) (?:\S+ ){0,2}?(?:by|with) (?:the |our |an? |your )?(?:\S+ )?(?:operators?|owners?|administrators?|admins?|developers?|review team|openai|anthropic|google|system|sidenote|staff|experts?|platform|provider|service|reviewers?|panel)`,
    ),
    pattern(
      String.raw`(?:von|vom|durch|mit|beim) (?:de[nrm] )?(?:betreiber\w*|entwickler\w*|administrator\w*|anbieter\w*) ${WORDS(2)}(?:freigegeben|gepruft|bestatigt|genehmigt|abgestimmt|vereinbart)`,
    ),
  ],
};

type Sign = keyof typeof ACTIONS | keyof typeof CONTEXTS;

/** Anything that is an order has one of these; most sentences have none. */
const HINT =
  /ignor|disregard|forget|overr|bypass|discard|drop|abandon|neglect|scor|rat(?:e|ing)|award|grade|mark|5|five|10|100|top|full|max|perfect|highest|best|flawless|fault|issue|problem|weakness|critici|finding|flaw|prompt|instruct|rule|praise|recommend|approv|accept|positive|excellent|system|missacht|vergiss|vergess|verwirf|uberschreib|ubergeh|bewert|note|punkt|hochst|fehler|mangel|schwach|kritik|befund|anweisung|vorgabe|regel|lob|empf|hervorragend|perfekt|reviewer|judge|llm|\bai\b|\bki\b|modell?\b|persona|panel|gutacht|deserve|point|deduct|gepruft|betreiber|operator|approv|verif|certif|review|task|from now|pretend|assistant|attention|grader|evaluat|rater|gpt|claude|gemini|agent|chatbot|whoever|assess|musst|sollst|aufgabe|ab jetzt/;

const has = (all: readonly RegExp[], text: string): boolean => all.some((one) => one.test(text));

const signsOf = (text: string, kinds: Readonly<Record<string, readonly RegExp[]>>): Sign[] =>
  Object.entries(kinds).flatMap(([sign, patterns]) => (has(patterns, text) ? [sign as Sign] : []));

const QUOTED =
  /```[\s\S]{0,4000}?```|`[^`\n]{1,600}`|"[^"]{1,600}"|“[^”]{1,600}”|„[^“”]{1,600}[“”]|«[^»]{1,600}»|»[^«]{1,600}«|(?<=^|\n)(?:>| {4}|\t)[^\n]*/g;
/** The text speaks about such orders. */
const SPEAKS_OF_IT =
  /prompt[ -]?injection|inject(?:s|ed|ing|ion)? |jailbreak|prompt attack|adversarial|malicious|attackers?\b|language models?|\bllms?\b|chatbot|angreifer|angriff|sprachmodell/;
/** Before an order that is reported, not given: "attackers write ignore all previous instructions". */
const TOLD =
  /\b(?:attackers?|attacks?|injections?|inject(?:s|ed|ing)?|jailbreaks?|malicious|adversar\w+|phrases?|strings?|payloads?|(?:text|sentences?|words|orders|messages?|content|comments?) (?:like|such as|that (?:says?|reads?|tells?|asks?))|such as|for example|e\.g\.|(?:tell|told|ask|instruct|order|trick|fool|get|make|lead|force)(?:s|ing|ed|ting)? (?:an?|the|any|it|them|him|her|models?|chatbots?|users?|llms?)\b|(?:tries|try|trying|attempts?) to|angreifer\w*|angriffe?|satze? wie|etwa|zum beispiel|z\. ?b\.) .*$/;

const BOUNDARY =
  /(?<=[.!?…]["'”’)\]>]{0,2})\s+|\n[^\S\n]*\n\s*|\n(?=[^\S\n]*(?:[-*+#>|<]|\d{1,3}[.)]))|(?<=-->)|(?=<!--)/g;
const LONGEST = 600;

const sentencesOf = (text: string): Span[] => {
  const ends = [...text.matchAll(BOUNDARY)].map(({ index, 0: found }) => index + found.length);
  let from = 0;
  return [...ends, text.length].flatMap((to) => {
    const parts: Span[] = [];
    while (to - from > LONGEST) {
      const space = text.lastIndexOf(' ', from + LONGEST);
      const cut = space > from ? space + 1 : from + LONGEST;
      parts.push({ from, to: cut });
      from = cut;
    }
    if (to > from) parts.push({ from, to });
    from = to;
    return parts;
  });
};

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Whether the orders of a sentence are reported, not given. */
const isTold = (text: string): boolean => {
  const told = TOLD.exec(text);
  return told !== null && !has(STRONG, text.slice(0, told.index));
};

/** The sentences of a text that give orders to its reviewers. Those that a text about such orders quotes are none. */
export const ordersIn = (text: string): Span[] => {
  const speaks = SPEAKS_OF_IT.test(text.toLowerCase());
  const scanned = speaks ? text.replace(QUOTED, blank) : text;
  const sentences = sentencesOf(scanned).map((span) => {
    const words = plain(scanned.slice(span.from, span.to));
    if (!HINT.test(words)) return { span, actions: [], contexts: [], isOrder: false };
    const actions = signsOf(words, ACTIONS);
    const contexts = signsOf(words, CONTEXTS);
    const isOrder =
      (has(STRONG, words) || (actions.length > 0 && actions.length + contexts.length > 1)) && !isTold(words);
    return { span, actions: isTold(words) ? [] : actions, contexts, isOrder };
  });
  const isNear = (at: number) => {
    const { actions, contexts } = sentences[at] ?? { actions: [], contexts: [] };
    return [sentences[at - 1], sentences[at + 1]].some((one) => {
      if (!one) return false;
      if (one.isOrder) return actions.length + contexts.length > 0;
      const signs = new Set([...actions, ...contexts, ...one.actions, ...one.contexts]);
      return (
        actions.length + contexts.length > 0 &&
        actions.length + one.actions.length > 0 &&
        signs.size > Math.max(new Set([...actions, ...contexts]).size, new Set([...one.actions, ...one.contexts]).size)
      );
    });
  };
  return sentences.filter(({ isOrder }, at) => isOrder || isNear(at)).map(({ span }) => span);
};

const MAX_QUOTE = 400;
const MAX_QUOTES = 3;

/** A content without the passages that give orders to its reviewers, and those passages, if there are any. */
export interface Cleaned {
  content: Content;
  evidence: Evidence[];
  count: number;
}

const cutOut = (text: string, orders: readonly Span[]): string => {
  const starts = [0, ...orders.map(({ to }) => to)];
  return starts.map((from, at) => text.slice(from, orders[at]?.from)).join('');
};

/** Pictures whose words give orders are left out as a whole. */
export const withoutOrders = (content: Content): Cleaned => {
  const found: Evidence[] = [];
  const clean = (text: string, element: string | null = null): string => {
    const orders = ordersIn(text);
    for (const { from, to } of orders) {
      const quote = visible(text.slice(from, to)).trim().slice(0, MAX_QUOTE).toWellFormed();
      found.push({ quote, element, region: null, grounded: true });
    }
    return orders.length > 0 ? cutOut(text, orders) : text;
  };
  const cleanOrNull = (text: string | null) => (text === null ? null : clean(text).trim() || null);
  const text = clean(content.text);
  const elements = content.elements.map((one) => ({ ...one, label: clean(one.label, one.id) }));
  const transcripts = (content.transcripts ?? []).filter((one) => clean(one.text, one.element) === one.text);
  const steering = new Set(content.transcripts?.filter((one) => !transcripts.includes(one)).map((one) => one.element));
  const cleaned = {
    ...content,
    title: cleanOrNull(content.title),
    comment: cleanOrNull(content.comment),
    text,
    elements,
    pictures: content.pictures.filter(({ element }) => !steering.has(element)),
    ...(content.transcripts && { transcripts }),
  };
  // Labels repeat the text.
  const distinct = [...new Map(found.toReversed().map((one) => [one.quote, one])).values()].toReversed();
  return { content: cleaned, evidence: distinct.slice(0, MAX_QUOTES), count: distinct.length };
};

/** The first call read the orders, too: what it inferred from them is left out. */
export const withoutOrdersIn = (brief: Brief | undefined): Brief | undefined =>
  brief && {
    ...brief,
    ...Object.fromEntries(
      brief.inferred.filter((field) => ordersIn(brief[field]).length > 0).map((name) => [name, '']),
    ),
  };

/** Facts quote the orders, too, and may cut them so that no scan finds them: only their figures are kept. */
export const withoutQuotes = (facts: readonly Fact[] | undefined): Fact[] | undefined =>
  facts?.map((fact) => ({
    ...fact,
    measured: /\p{L}{3}/u.test(fact.measured ?? '') ? null : fact.measured,
    places: [],
  }));

/** Of what a content says in words; its pictures are not read yet. */
export const givesOrders = ({ text, title, comment, elements }: Content): boolean =>
  [text, title, comment, ...elements.map(({ label }) => label)].some((one) => one && ordersIn(one).length > 0);
