import { ticks } from 'd3-array';
import { formatCount, formatPercent } from '../../kit/formats.tsx';
import { dateFormat } from '../../kit/regional.ts';
import { HiddenTable } from '../../kit/table.tsx';
import { timeZone } from '../../kit/time-zone.ts';
import type { JudgeCalibration } from '../../session/personas.ts';
import { currentLocale, t } from '../../words/messages.ts';

type Entry = JudgeCalibration['history'][number];
type Measured = Entry & { skill: NonNullable<Entry['skill']> };

const isMeasured = (entry: Entry): entry is Measured => entry.skill !== null;

const placesOf = (entries: readonly Measured[]) => {
  const ends = entries.flatMap(({ skill }) => skill.interval);
  const [low, high] = [Math.max(-1, Math.min(-0.05, ...ends)), Math.max(0.1, ...ends)];
  return {
    across: (index: number) => (entries.length > 1 ? (index / (entries.length - 1)) * 100 : 50),
    up: (skill: number) => ((high - Math.max(low, skill)) / (high - low)) * 100,
    ticks: ticks(low, high, 4),
  };
};

/** One step for each new calibrator: their times lie too unevenly for an axis. */
export const SkillChart = ({ history }: Pick<JudgeCalibration, 'history'>) => {
  const day = dateFormat(currentLocale(), { dateStyle: 'medium', timeZone: timeZone() });
  const entries = history.filter(isMeasured);
  const { across, up, ticks: marks } = placesOf(entries);
  const label = t('calibration.skill.label');
  const points = entries.map(({ skill: { value, interval } }, index) => {
    const [low = value, high = value] = interval;
    return { x: across(index), y: up(value), low: up(low), high: up(high) };
  });
  const path = (of: 'y' | 'low' | 'high') => points.map((point) => `${point.x},${point[of]}`);
  const [first, last] = [entries[0], entries.at(-1)];
  const end = points.at(-1);
  const nameOf = (entry: Entry) =>
    t('calibration.skill.at', { day: day.format(Number(entry.at)), count: entry.labels });
  if (!first || !last || !end) return <p className="soft">{t('calibration.skill.none')}</p>;
  return (
    <figure className="calibration-figure">
      <svg className="calibration-plot" role="img" aria-label={label}>
        <svg x="14%" y="4%" width="83%" height="80%" overflow="visible" aria-hidden="true">
          {marks.map((tick) => (
            <g key={tick}>
              <line className={tick === 0 ? 'zero' : 'grid'} x1="0" x2="100%" y1={`${up(tick)}%`} y2={`${up(tick)}%`} />
              <text x="0" y={`${up(tick)}%`} dx="-0.5em" dy="0.35em" textAnchor="end">
                {formatPercent(tick)}
              </text>
            </g>
          ))}
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            width="100%"
            height="100%"
            overflow="visible"
            aria-hidden="true"
          >
            <polygon className="band" points={[...path('high'), ...path('low').toReversed()].join(' ')} />
            <polyline className="line" points={path('y').join(' ')} />
          </svg>
          {points.map(({ x, y }, index) => (
            <circle
              key={entries[index]?.at}
              className="dot"
              cx={`${x}%`}
              cy={`${y}%`}
              r={index === points.length - 1 ? 4 : 2.5}
            />
          ))}
          <line className="range" x1={`${end.x}%`} x2={`${end.x}%`} y1={`${end.low}%`} y2={`${end.high}%`} />
          <text
            x={entries.length > 1 ? '0' : '50%'}
            y="100%"
            dy="1.6em"
            textAnchor={entries.length > 1 ? 'start' : 'middle'}
          >
            {nameOf(first)}
          </text>
          {entries.length > 1 && (
            <text x="100%" y="100%" dy="2.9em" textAnchor="end">
              {nameOf(last)}
            </text>
          )}
        </svg>
      </svg>
      <figcaption className="fine">{t('calibration.skill.caption')}</figcaption>
      <HiddenTable
        caption={label}
        head={[t('calibration.day'), t('calibration.ratings'), t('calibration.skill'), t('calibration.interval')]}
        rows={entries.map(({ at, labels, skill }) => [
          day.format(Number(at)),
          formatCount(labels),
          formatPercent(skill.value),
          skill.interval.map(formatPercent).join(' – '),
        ])}
      />
    </figure>
  );
};
