import { Gauge } from 'lucide-react';
import { Card } from '../../kit/card.tsx';
import { formatNumber } from '../../kit/formats.tsx';
import type { PersonaCalibration } from '../../session/personas.ts';
import { type MessageKey, t } from '../../words/messages.ts';

/** Labels for a kappa, by Landis and Koch. */
const AGREEMENT: readonly [least: number, key: MessageKey][] = [
  [0.8, 'personas.agreement.high'],
  [0.6, 'personas.agreement.substantial'],
  [0.4, 'personas.agreement.moderate'],
  [0.2, 'personas.agreement.fair'],
  [Number.NEGATIVE_INFINITY, 'personas.agreement.slight'],
];

const agreementKey = (kappa: number): MessageKey =>
  AGREEMENT.find(([least]) => kappa >= least)?.[1] ?? 'personas.agreement.slight';

const calibrationInWords = ({ labels, figures }: PersonaCalibration): string => {
  if (labels === 0) return t('personas.calibration.none');
  if (!figures) return t('personas.calibration.few', { labels });
  const { value, interval } = figures.qwk;
  const [low = value, high = value] = interval;
  const two = (figure: number) => formatNumber(figure, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return t('personas.calibration.words', {
    labels,
    agreement: t(agreementKey(value)),
    value: two(value),
    low: two(low),
    high: two(high),
  });
};

export const CalibrationLine = ({ calibration }: { calibration: PersonaCalibration }) => (
  <p className="fine calibration-line">
    <Gauge aria-hidden="true" /> {calibrationInWords(calibration)}
  </p>
);

const CARD = ['qwk', 'spearman', 'ece', 'brier'] as const;

export const CalibrationCard = ({ calibration, lead }: { calibration: PersonaCalibration; lead: string }) => {
  const { figures } = calibration;
  const two = (figure: number) => formatNumber(figure, { maximumFractionDigits: 2 });
  return (
    <Card title={t('personas.calibration')} lead={calibrationInWords(calibration)}>
      {figures && (
        <dl className="stack close figures">
          {CARD.map((name) => {
            const { value, interval }: { value: number; interval?: readonly number[] } = figures[name];
            return (
              <div key={name}>
                <dt>
                  {t(`personas.figure.${name}`)}{' '}
                  <span className="fine figure-hint">{t(`personas.figure.${name}.hint`)}</span>
                </dt>
                <dd>
                  <strong>{two(value)}</strong>{' '}
                  {interval && <span className="fine">{interval.map((end) => two(end)).join(' – ')}</span>}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      <p className="fine">{lead}</p>
    </Card>
  );
};
