import { between, count, named, type Observation, type Probe, percent, quoting } from '../observation.ts';
import { placesFor } from '../places.ts';
import { contentWords, type Document, type Turn } from '../read-document.ts';

const clock = (seconds: number | undefined): string =>
  seconds === undefined ? '' : ` at ${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
const said = ({ text }: Turn) => text;
const noTurns = 'no transcript with turns or times was read';

const pace = (document: Document): Observation | string => {
  const timed = document.turns.filter(({ seconds }) => seconds !== undefined);
  const [first, last] = [timed[0], timed.at(-1)];
  const minutes = ((last?.seconds ?? 0) - (first?.seconds ?? 0)) / 60;
  if (timed.length < 3 || minutes < 0.3) return 'no times were read to tell the pace from';
  const words = timed.slice(0, -1).reduce((sum, turn) => sum + turn.words, 0);
  const rate = Math.round(words / minutes);
  const longest = timed
    .slice(0, -1)
    .map((turn, at) => ({ turn, length: (timed[at + 1]?.seconds ?? 0) - (turn.seconds ?? 0) }))
    .sort((a, b) => b.length - a.length);
  const far = Math.max(0, 120 - rate, rate - 165);
  return {
    score: (between(far, 70, 0) * 2 + between(longest[0]?.length ?? 0, 120, 25)) / 3,
    comment: `${rate} words a minute over ${minutes.toFixed(1)} minutes (120 to 165 are easy to follow); the longest stretch without a change of speaker or pause lasts ${Math.round(longest[0]?.length ?? 0)} seconds.`,
    suggestion:
      rate > 165
        ? 'Slow down where figures come, or cut a sentence.'
        : rate < 120
          ? 'Tighten the pauses, or show more in them.'
          : 'Cut the longest stretch where it says something a second time.',
    evidence: longest
      .slice(0, 6)
      .map(({ turn, length }) =>
        quoting(said(turn), `The quoted stretch${clock(turn.seconds)} lasts ${Math.round(length)} seconds.`),
      ),
  };
};

const turnTaking = (document: Document): Observation | string => {
  const { turns } = document;
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))].filter(Boolean);
  if (speakers.length < 2) return speakers.length === 1 ? 'there is one speaker only' : noTurns;
  const asked = turns.filter(({ text }) => text.includes('?'));
  const open = asked.filter(({ text }) =>
    /\b(?:how|what|why|where|tell me|describe|wie|was|warum|wo|erzähl)\b[^?]*\?/i.test(text),
  );
  const long = asked.filter(({ words }) => words > 45);
  const share = speakers
    .map((name) => ({
      name,
      words: turns.filter(({ speaker }) => speaker === name).reduce((sum, turn) => sum + turn.words, 0),
    }))
    .sort((a, b) => b.words - a.words);
  const all = share.reduce((sum, { words }) => sum + words, 0);
  return {
    score: Math.max(
      1,
      (between(open.length / Math.max(1, asked.length), 0, 0.75) +
        between(long.length / Math.max(1, asked.length), 0.6, 0)) /
        2 -
        (asked.length === 0 ? 1.5 : 0),
    ),
    comment: `${count(turns.length, 'turn')} by ${count(speakers.length, 'speaker')}; ${share[0]?.name} has ${percent(share[0]?.words ?? 0, all)} of the words. ${count(asked.length, 'turn')} ask something, ${open.length} of them openly (how, what, why), ${long.length} with more than 45 words.`,
    suggestion: long.length > 0 ? undefined : 'Ask once more where an answer stayed general.',
    evidence: [
      ...long.map((turn) =>
        quoting(
          said(turn),
          `The quoted question${clock(turn.seconds)} has ${turn.words} words.`,
          'Ask in one sentence and stop.',
        ),
      ),
      ...asked.map((turn) =>
        quoting(said(turn), `The quoted one${turn.seconds === undefined ? '' : ` comes${clock(turn.seconds)}`}.`),
      ),
      ...turns.slice(0, 2).map((turn) => quoting(said(turn))),
    ].slice(0, 8),
  };
};

const FILLED =
  /\b(?:um+|uh+|erm|you know|i mean|sort of|kind of|like,|right\?|basically|actually|ähm?|halt|sozusagen|quasi|genau,)\b/g;
const spoken = (document: Document): Observation | string => {
  if (document.turns.length === 0) return noTurns;
  const hits = document.units.flatMap((unit) =>
    (unit.lower.match(FILLED)?.length ?? 0) > 0 ? [{ unit, n: unit.lower.match(FILLED)?.length ?? 0 }] : [],
  );
  const total = hits.reduce((sum, { n }) => sum + n, 0);
  const rate = (100 * total) / Math.max(80, document.words);
  return {
    score: between(rate, 5, 0.2),
    comment: `${count(total, 'filled pause or filler', 'filled pauses and fillers')} (“um”, “you know”, “sort of”) in ${count(document.words, 'spoken word')}, ${rate.toFixed(1)} in a hundred.`,
    suggestion:
      total > 0 ? 'Cut them where they stand before a main point.' : 'Check by ear; a tidy transcript leaves them out.',
    evidence: [
      ...hits.sort((a, b) => b.n - a.n).map(({ unit }) => quoting(unit.text)),
      ...document.turns.map((turn) => quoting(said(turn))),
    ].slice(0, 8),
  };
};

const GREETING =
  /\b(?:welcome|hello|hi|thanks for|thank you for|my name is|i'm your host|today's episode|sponsor|subscribe|before we (?:start|begin)|housekeeping|willkommen|hallo|schön, dass|mein name)\b/;
const opening = (document: Document): Observation | string => {
  const first = document.units.filter(({ before }) => before < 150);
  if (document.words < 60) return 'it is too short to have an opening';
  const greeting = first.filter(({ lower }) => GREETING.test(lower));
  const question = first.find(({ text }) => text.includes('?'));
  const concrete = first.find(({ lower }) =>
    /\d|\b(?:imagine|when i|one (?:day|morning|night)|last (?:week|year)|stell dir|eines tages)\b/.test(lower),
  );
  const subject = first.find(({ lower }) => document.keywords.slice(0, 3).some((word) => lower.includes(word)));
  const found = [question, concrete, subject].filter((unit) => unit !== undefined);
  const wait = Math.min(150, ...found.map(({ before }) => before));
  return {
    score: Math.max(1, 1.6 + found.length * 0.7 + between(wait, 120, 5) * 0.25 - greeting.length * 0.25),
    comment: `In the first 150 words (about a minute): ${question ? 'a question' : 'no question'}, ${concrete ? 'a scene or figure' : 'no scene or figure'}, the subject ${subject ? `after ${subject.before} words` : 'not named'}; ${count(greeting.length, 'sentence')} greet or keep house.`,
    suggestion:
      found.length < 3
        ? `Begin with ${question ? 'a scene or figure' : 'the question that the rest answers'}.`
        : 'Cut what stands before it.',
    evidence: [
      ...greeting.map(({ text }) => quoting(text, 'The quoted sentence comes before the substance.')),
      ...found.map(({ text }) => quoting(text)),
      ...placesFor(document, 'start'),
    ].slice(0, 8),
  };
};

const ending = (document: Document): Observation | string => {
  if (document.words < 60) return 'it is too short to have an end';
  const last = document.units.filter(({ before, words }) => before + words > document.words - 80);
  const requests = last.filter(({ lower }) =>
    /\b(?:subscribe|visit|go to|try|sign up|download|call|write|send|order|book|click|share|tell|follow|remember|apply|reply|contact|start|abonnier\w*|besuch\w*|bestell\w*|schreib\w*|probier\w*|ruf\w*)\b/.test(
      lower,
    ),
  );
  const key = last.filter(({ lower }) => document.keywords.slice(0, 3).some((word) => lower.includes(word)));
  const n = requests.length;
  return {
    score: Math.max(1, (n === 1 ? 4 : n === 0 ? 2.2 : between(n, 7, 1) * 0.85) + (key.length > 0 ? 0.6 : -0.3)),
    comment: `Requests in the last 80 words: ${n}; the subject (${
      document.keywords
        .slice(0, 2)
        .map((word) => named(word))
        .join(', ') || 'none repeats'
    }) is named there ${count(key.length, 'time')}.`,
    suggestion:
      n === 0
        ? 'End with one request that follows from what was said, and its address.'
        : n > 2
          ? 'Keep one request; leave the others to the page below.'
          : 'Leave it on the screen long enough to act on.',
    evidence: [...requests, ...last.slice().reverse()].map(({ text }) => quoting(text)).slice(0, 8),
  };
};

const keyIdea = (document: Document): Observation | string => {
  const { keywords, units, words } = document;
  const [key, second] = keywords;
  if (words < 80 || key === undefined) return 'no word comes back often enough to be an idea';
  const holds = units.filter(({ text }) => contentWords(text).includes(key));
  if (holds.length < 3) return 'no word comes back often enough to be an idea';
  const parts = [0, 0, 0];
  for (const { before } of holds)
    parts[Math.min(2, Math.floor((3 * before) / Math.max(1, words)))] =
      (parts[Math.min(2, Math.floor((3 * before) / Math.max(1, words)))] ?? 0) + 1;
  const [early = 0, middle = 0, late = 0] = parts;
  const both = holds.filter(({ lower }) => second !== undefined && lower.includes(second));
  return {
    score: 1.6 + (early > 0 ? 1.1 : 0) + (late > 0 ? 1.1 : 0) + (middle > 0 ? 0.5 : 0) + (both.length > 0 ? 0.4 : 0),
    comment: `The most frequent word of meaning is ${named(key)}: in ${early} passages of the first third, ${middle} of the second, ${late} of the last; together with ${named(second ?? '–')} in ${both.length}.`,
    suggestion:
      late === 0
        ? 'Say the one sentence again at the end, in the same words.'
        : early === 0
          ? 'Say the one sentence early.'
          : 'Check that one sentence, not only one word, comes back.',
    evidence: [...both, ...holds].map(({ text }) => quoting(text)).slice(0, 8),
  };
};

const takeaway = (document: Document): Observation | string => {
  if (document.words < 80) return 'it is too short to take something along';
  const points = document.units.filter(({ lower }) =>
    /\d|\b(?:the (?:point|lesson|trick|rule|key|mistake) (?:is|was)|what (?:worked|helped|matters)|remember|in short|rule of thumb|takeaway|wichtig ist|merken|der punkt ist)\b/.test(
      lower,
    ),
  );
  const sources = document.units.filter(
    ({ text, lower }) =>
      /https?:\/\/|\bshow notes|\blink(?:ed|s)? (?:below|in)|\bbook\b|\bwebsite\b/.test(lower) ||
      /\w\.(?:com|org|net|io|de)\b/.test(text),
  );
  return {
    score: 1.6 + Math.min(2, points.length * 0.35) + (sources.length > 0 ? 1.1 : 0),
    comment: `${count(points.length, 'sentence')} hold a figure or announce a point, ${count(sources.length, 'passage')} name where to find more.`,
    suggestion:
      sources.length === 0
        ? 'Name sources so that they can be found, in the notes or on the screen.'
        : 'Sum the two best points up at the end.',
    evidence: [...points, ...sources]
      .map(({ text }) => quoting(text))
      .concat(placesFor(document, 'end'))
      .slice(0, 8),
  };
};

const captions = (document: Document): Observation | string => {
  const { turns, content } = document;
  if (content.input_type !== 'audio' && content.input_type !== 'video') return 'it is no recording';
  const names = turns.filter(({ speaker }) => speaker !== '').length;
  const sounds = document.units.filter(({ text }) =>
    /\[[^\]\d]{3,40}\]|\((?:music|laughter|applause|musik|lachen)[^)]*\)|♪/i.test(text),
  );
  const timed = turns.filter(({ seconds }) => seconds !== undefined).length;
  return {
    score: 2 + (timed > 0 ? 1.1 : 0) + (names > 0 ? 0.8 : 0) + (sounds.length > 0 ? 0.8 : 0),
    comment: `A transcript of ${count(document.words, 'word')} was read: ${timed} passages with times, ${names} with a speaker, ${sounds.length} with a sound described. Whether it is shown as captions, and how long, was not seen.`,
    suggestion:
      sounds.length === 0
        ? 'Describe sounds that matter, in brackets.'
        : 'Check that captions stand long enough to be read.',
    evidence: [...sounds.map(({ text }) => quoting(text)), ...turns.map((turn) => quoting(said(turn)))].slice(0, 8),
  };
};

/** What was said, and how. */
export const speechProbes: readonly Probe[] = [
  { id: 'pace', names: 'hook and pace', topics: 'pace tempo speed fast minute second', run: pace },
  {
    id: 'turn-taking',
    names: 'questions and turns',
    topics: 'turn speaker question interview conversation',
    run: turnTaking,
  },
  { id: 'spoken-fillers', names: 'speakable language', topics: 'um filler spoken speech hesitat', run: spoken },
  {
    id: 'opening',
    names: 'opening minute|hook and pace',
    topics: 'opening hook minute greeting first attention',
    run: opening,
  },
  { id: 'ending', names: 'video-director:ending|ending', topics: 'ending end close last request', run: ending },
  {
    id: 'key-idea',
    names: 'one idea|shape|takeaway',
    topics: 'idea message one repeat retell remember sentence',
    run: keyIdea,
  },
  {
    id: 'takeaway',
    names: 'podcast-producer:takeaway|takeaway',
    topics: 'takeaway retell point useful remains summ',
    run: takeaway,
  },
  {
    id: 'captions',
    names: 'without sound|text alternatives',
    topics: 'caption subtitle sound mute transcript',
    run: captions,
  },
];
