import { measuredText, ruleTexts } from '../../../../../functions/reviews/report/fact-words.ts';
import { Said } from '../../../kit/said.tsx';
import { currentLocale, t } from '../../../words/messages.ts';
import type { ReportedFacts } from './types.ts';

type Item = ReportedFacts['items'][number];

const unique = (items: readonly Item[]): Item[] => [...new Map(items.map((one) => [one.rule, one])).values()];

const Line = ({ item: { rule, fault, fix, link, reason, reason_code, measured } }: { item: Item }) => {
  const language = currentLocale() === 'de' ? 'de' : 'en';
  const said = reason ? (
    <Said text={reason} codes={[reason_code]} />
  ) : (
    measured && measuredText({ language }, rule, measured)
  );
  return (
    <li>
      <a href={link} target="_blank" rel="noreferrer">
        {rule}
      </a>{' '}
      {ruleTexts({ language }, rule, [fault, fix])[0]} {said && <span className="fine">{said}</span>}
    </li>
  );
};

/** Rules that passed or weren't measured, folded away; those that failed are findings. */
export const Checks = ({ facts }: { facts: ReportedFacts }) => {
  const of = (state: Item['state']) => unique(facts.items.filter((one) => one.state === state));
  const failed = of('failed');
  const known = new Set(failed.map(({ rule }) => rule));
  const passed = of('passed').filter(({ rule }) => !known.has(rule));
  for (const { rule } of passed) known.add(rule);
  const open = of('not_measured').filter(({ rule }) => !known.has(rule));
  if (facts.items.length === 0) return null;
  const folded = [
    ['review.checks.passed', passed],
    ['review.checks.open', open],
  ] as const;
  return (
    <section className="card stack" aria-labelledby="review-checks">
      <h2 id="review-checks">{t('review.checks')}</h2>
      <p>{t('review.checks.failed', { count: failed.length })}</p>
      {folded.map(
        ([key, items]) =>
          items.length > 0 && (
            <details key={key}>
              <summary>{t(key, { count: items.length })}</summary>
              <ul className="stack tight">
                {items.map((item) => (
                  <Line key={item.rule} item={item} />
                ))}
              </ul>
            </details>
          ),
      )}
    </section>
  );
};
