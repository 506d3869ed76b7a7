import './day-bars.css';
import { currentLocale, type Locale } from '../words/messages.ts';
import { HiddenTable } from './table.tsx';

export interface DayCount {
  /** UTC day, yyyy-mm-dd. */
  day: string;
  count: number;
}

/** Bottom of the plot in percent; the month labels are below. */
const FLOOR = 84;
const CEILING = 8;
const GAP = 0.25;
/** Percent across: the name of a month that begins further right would cross the edge. */
const LAST_START = 93;

const placesOf = (days: readonly DayCount[]) => {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const step = 100 / (days.length + GAP);
  const places = new Map(days.map(({ day }, index) => [day, step * (GAP + index)]));
  const across = (day: string) => places.get(day) ?? 0;
  const up = (count: number) => FLOOR - (count / most) * (FLOOR - CEILING);
  return { across, up, step, width: step * (1 - GAP), ticks: most < 2 ? [1] : [Math.floor(most / 2), most] };
};

const wordsFor = (locale: Locale) => {
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const [day, month] = [formatter({ dateStyle: 'medium' }), formatter({ month: 'short' })];
  const number = new Intl.NumberFormat(locale);
  return {
    day: (text: string) => day.format(Date.parse(text)),
    month: (text: string) => month.format(Date.parse(text)),
    count: (value: number) => number.format(value),
  };
};

export const DayBars = ({ label, days }: { label: string; days: readonly DayCount[] }) => {
  const words = wordsFor(currentLocale());
  const { across, up, step, width, ticks } = placesOf(days);
  const counted = days.filter(({ count }) => count > 0);
  const figures = counted.map(({ day, count }) => [words.day(day), words.count(count)]);
  return (
    <div className="day-bars">
      <svg role="img" aria-label={label}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="grid" x1="0" x2="100%" y1={`${up(tick)}%`} y2={`${up(tick)}%`} />
            <text x="0" y={`${up(tick)}%`} dy="-0.3em">
              {words.count(tick)}
            </text>
          </g>
        ))}
        {days.map(({ day, count }) => {
          const x = across(day);
          return (
            <g key={day}>
              <title>{`${words.day(day)}: ${words.count(count)}`}</title>
              <rect className="hit" x={`${x - (step - width) / 2}%`} width={`${step}%`} y="0" height={`${FLOOR}%`} />
              {count > 0 && (
                <rect
                  className="bar"
                  x={`${x}%`}
                  width={`${width}%`}
                  y={`${up(count)}%`}
                  height={`${FLOOR - up(count)}%`}
                />
              )}
            </g>
          );
        })}
        <line className="base" x1="0" x2="100%" y1={`${FLOOR}%`} y2={`${FLOOR}%`} />
        {days
          .filter(({ day }) => day.endsWith('-01'))
          .map(({ day }) => (
            <text key={day} x={`${across(day)}%`} y="98%" {...(across(day) > LAST_START && { textAnchor: 'end' })}>
              {words.month(day)}
            </text>
          ))}
      </svg>
      <HiddenTable caption={label} rows={figures} />
    </div>
  );
};
