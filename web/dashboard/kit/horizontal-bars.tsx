import './horizontal-bars.css';
import { ticks } from 'd3-array';
import { Fragment } from 'react';
import { HiddenTable } from './table.tsx';

export interface BarRow {
  id: string;
  label: string;
  value: number | null;
  note?: string;
  mark?: readonly [low: number, high: number];
}

interface Props {
  label: string;
  rows: readonly BarRow[];
  max: number;
  min?: number;
  format: (value: number) => string;
  tick?: (value: number) => string;
}

/** At least half a percent, so that the smallest value is visible. */
const MIN_WIDTH = 0.5;

/** Positions in percent: the chart fills its container, in print, too, and nothing is measured. */
const placesOf = (min: number, max: number) => {
  const end = max > min ? max : min + 1;
  const at = (value: number) => Math.min(100, Math.max(0, ((value - min) / (end - min)) * 100));
  return { ticks: ticks(min, end, 4), at, percent: (value: number) => `${at(value)}%` };
};
type Places = ReturnType<typeof placesOf>;

const Plot = ({ row: { value, mark }, places }: { row: BarRow; places: Places }) => (
  <svg className="bar-plot" aria-hidden="true">
    {places.ticks.map((tick) => (
      <line key={tick} className="bar-grid" x1={places.percent(tick)} x2={places.percent(tick)} y1="0" y2="100%" />
    ))}
    {value !== null && <rect className="bar-value" rx={2} width={`${Math.max(MIN_WIDTH, places.at(value))}%`} />}
    {mark && (
      <rect className="bar-range" x={places.percent(mark[0])} width={`${places.at(mark[1]) - places.at(mark[0])}%`} />
    )}
  </svg>
);

const anchorOf = (place: number) => (place <= 0 ? 'start' : place >= 100 ? 'end' : 'middle');

export const HorizontalBars = ({ label, rows, max, min = 0, format, tick: written = format }: Props) => {
  const places = placesOf(min, max);
  const shown = (value: number | null) => (value === null ? '–' : format(value));
  return (
    <div className="bars-frame">
      <div className="bars" role="img" aria-label={label}>
        {rows.map((row) => (
          <div key={row.id} className="bar-row">
            <span className="bar-label">
              <bdi>
                {row.label.split(/(?<=@)/).map((part) => (
                  <Fragment key={part}>
                    {part}
                    <wbr />
                  </Fragment>
                ))}
              </bdi>{' '}
              {row.note && <small>{row.note}</small>}
            </span>
            <Plot row={row} places={places} />
            <span className="bar-number">{shown(row.value)}</span>
          </div>
        ))}
        <svg className="bar-axis" aria-hidden="true">
          {places.ticks.map((tick) => (
            <text key={tick} x={places.percent(tick)} y="1em" textAnchor={anchorOf(places.at(tick))}>
              {written(tick)}
            </text>
          ))}
        </svg>
      </div>
      <HiddenTable
        caption={label}
        rows={rows.map(({ label: name, note, value, mark }) => [
          note ? `${name}, ${note}` : name,
          shown(value),
          mark ? `${format(mark[0])} – ${format(mark[1])}` : '',
        ])}
      />
    </div>
  );
};
