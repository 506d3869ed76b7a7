import { noteIn } from '../codes/note-in.ts';
import { ruleOf } from '../facts/catalog.ts';
import type { Fact } from '../facts/fact.ts';
import type { Content } from '../reviews/read/content.ts';
import { measuredText, ruleTexts } from '../reviews/report/fact-words.ts';
import { demoPersona } from './demo-personas.ts';
import { type DemoAnswer, type DemoSlug, toComment, toParagraph } from './schema.ts';

const SHOWN = 3;

interface Checked {
  name: string;
  weight: number;
  passed: number;
  failed: Fact[];
}

export type Language = 'en' | 'de';

const WORDS = {
  en: {
    all: (count: number) => (count === 1 ? 'The only check passed.' : `All ${count} checks passed.`),
    opening: (passed: number, all: number, name: string) =>
      `${passed === all ? `All ${all}` : `${passed} of the ${all}`} checks that ${name} cares about passed.`,
  },
  de: {
    all: (count: number) => (count === 1 ? 'Die einzige Prüfung bestanden.' : `Alle ${count} Prüfungen bestanden.`),
    opening: (passed: number, all: number, name: string) =>
      `${passed === all ? `Alle ${all}` : `${passed} von ${all}`} Prüfungen, auf die ${name} achtet, bestanden.`,
  },
} as const;

const textsOf = (language: Language, rule: string): readonly [fault: string, fix: string] => {
  const { fault = '', fix = '' } = ruleOf(rule) ?? {};
  return ruleTexts({ language }, rule, [fault, fix]);
};

const saidOf = (language: Language, { rule, measured }: Fact): string => {
  const [fault] = textsOf(language, rule);
  return measured ? `${fault} (${measuredText({ language }, rule, measured)})` : fault;
};

const severityOf = ({ rule }: Fact): number => ruleOf(rule)?.severity ?? 0;

/** The rules that each dimension names. A rule that failed in one window has failed. */
const checkedOf = (slug: DemoSlug, facts: readonly Fact[]): Checked[] => {
  const byRule = Map.groupBy(facts, ({ rule }) => rule);
  return demoPersona(slug).evaluation_dimensions.map(({ name, weight, rules = [] }) => {
    const measured = rules.flatMap((rule) => {
      const all = (byRule.get(rule) ?? []).filter(({ state }) => state !== 'not_measured');
      return all.find(({ state }) => state === 'failed') ?? all.slice(0, 1);
    });
    const failed = measured.filter(({ state }) => state === 'failed').toSorted((a, b) => severityOf(b) - severityOf(a));
    return { name, weight, failed, passed: measured.length - failed.length };
  });
};

const scoreOf = ({ passed, failed }: Checked): number =>
  Math.round(10 * (1 + (4 * passed) / (passed + failed.length))) / 10;

const shown = (language: Language, checked: Checked): DemoAnswer['top_dimensions'][number] => {
  const { name, passed, failed } = checked;
  const of = passed + failed.length;
  const [first] = failed;
  const quote = first?.places.find((place) => place.quote)?.quote ?? '';
  const comment = first ? toComment(saidOf(language, first), quote) : WORDS[language].all(of);
  return { name, score: scoreOf(checked), comment, checks: { passed, of } };
};

/** Without a model, a dimension's number is the share of its checks that passed. Undefined if too few were measured. */
export const answerByFacts = (
  slug: DemoSlug,
  { facts, content }: { facts: readonly Fact[]; content: Content },
  language: Language = 'en',
): DemoAnswer | undefined => {
  const checked = checkedOf(slug, facts).filter(({ passed, failed }) => passed + failed.length > 0);
  if (checked.length < SHOWN) return undefined;
  const top = checked.toSorted(
    (one, other) =>
      other.failed.length - one.failed.length || scoreOf(one) - scoreOf(other) || other.weight - one.weight,
  );
  const failed = [...new Map(checked.flatMap((one) => one.failed).map((fact) => [fact.rule, fact])).values()];
  const passed = checked.reduce((sum, one) => sum + one.passed, 0);
  const faults = failed
    .toSorted((one, other) => severityOf(other) - severityOf(one))
    // A paragraph is plain text.
    .map((fact) => `${saidOf(language, fact)} ${textsOf(language, fact.rule)[1]}`.replaceAll('`', ''));
  const all = passed + failed.length;
  const opening = WORDS[language].opening(passed, all, demoPersona(slug).name);
  const notes = content.notes.map((note) => noteIn(language, note));
  return {
    top_dimensions: top.slice(0, SHOWN).map((one) => shown(language, one)),
    paragraph: toParagraph([opening, ...notes, ...faults].join(' ')),
    ai_live: false,
  };
};
