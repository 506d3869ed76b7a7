import { formatCount, formatPercent } from '../../kit/formats.tsx';
import { HiddenTable } from '../../kit/table.tsx';
import type { JudgeCalibration } from '../../session/personas.ts';
import { t } from '../../words/messages.ts';

const TICKS = [0, 0.25, 0.5, 0.75, 1];
const [MIN_RADIUS, MAX_RADIUS] = [3, 9];

/** Predicted and observed shares of useful findings; on the diagonal they are equal. */
export const ReliabilityDiagram = ({ bins }: Pick<JudgeCalibration, 'bins'>) => {
  const most = Math.max(...bins.map((bin) => bin.count));
  const at = (share: number) => `${share * 100}%`;
  const label = t('calibration.reliability.label');
  return (
    <figure className="calibration-figure">
      <svg className="calibration-plot square" role="img" aria-label={label}>
        <svg x="14%" y="3%" width="82%" height="88%" overflow="visible" aria-hidden="true">
          {TICKS.map((tick) => (
            <g key={tick}>
              <line className="grid" x1="0" x2="100%" y1={at(1 - tick)} y2={at(1 - tick)} />
              <line className="grid" y1="0" y2="100%" x1={at(tick)} x2={at(tick)} />
              <text x="0" y={at(1 - tick)} dx="-0.5em" dy="0.35em" textAnchor="end">
                {formatPercent(tick)}
              </text>
              <text x={at(tick)} y="100%" dy="1.4em" textAnchor="middle">
                {formatPercent(tick)}
              </text>
            </g>
          ))}
          <line className="zero" x1="0" y1="100%" x2="100%" y2="0" />
          {bins.map((bin) => (
            <circle
              key={bin.predicted}
              className="dot"
              cx={at(bin.predicted)}
              cy={at(1 - bin.observed)}
              r={MIN_RADIUS + (MAX_RADIUS - MIN_RADIUS) * Math.sqrt(bin.count / most)}
            >
              <title>
                {t('calibration.reliability.bin', {
                  predicted: formatPercent(bin.predicted),
                  observed: formatPercent(bin.observed),
                  count: bin.count,
                })}
              </title>
            </circle>
          ))}
        </svg>
      </svg>
      <figcaption className="fine">{t('calibration.reliability.caption')}</figcaption>
      <HiddenTable
        caption={label}
        head={[t('calibration.predicted'), t('calibration.observed'), t('calibration.ratings')]}
        rows={bins.map((bin) => [formatPercent(bin.predicted), formatPercent(bin.observed), formatCount(bin.count)])}
      />
    </figure>
  );
};
