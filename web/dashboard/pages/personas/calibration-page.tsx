import './calibration-page.css';
import { useQuery } from '@tanstack/react-query';
import { Card, Fact } from '../../kit/card.tsx';
import { Day, formatCount, formatNumber } from '../../kit/formats.tsx';
import { HorizontalBars } from '../../kit/horizontal-bars.tsx';
import { Back, Page } from '../../kit/page.tsx';
import { Link } from '../../kit/router/link.tsx';
import { EmptyState, Waiting } from '../../kit/states.tsx';
import { type JudgeCalibration, usePersonaQueries } from '../../session/personas.ts';
import { t } from '../../words/messages.ts';
import { useCalibration } from '../reviews/data.ts';
import { calibrationInWords } from '../reviews/report/calibration-state.ts';
import { ReliabilityDiagram } from './reliability-diagram.tsx';
import { SkillChart } from './skill-chart.tsx';

/** More personas are collapsed. */
const SHOWN = 12;

const Facts = ({ judge: { labels, since, counted_at } }: { judge: JudgeCalibration }) => (
  <dl className="row loose calibration-facts">
    <Fact label={t('calibration.given')}>{formatCount(labels.given)}</Fact>
    <Fact label={t('calibration.in_use')}>{formatCount(labels.in_use)}</Fact>
    <Fact label={t('calibration.reviews')}>{formatCount(labels.reviews)}</Fact>
    {since && (
      <Fact label={t('calibration.since')}>
        <Day at={since} />
      </Fact>
    )}
    <Fact label={t('calibration.counted')}>
      <Day at={counted_at} />
    </Fact>
  </dl>
);

const Personas = ({ personas }: Pick<JudgeCalibration, 'personas'>) => {
  const query = useQuery(usePersonaQueries().mine);
  const mine = query.data;
  const two = (value: number) => formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  if (!mine) return <Waiting query={query} lines={Math.min(SHOWN, personas.length)} />;
  const rows = personas.map(({ persona_id, labels, figures }) => {
    const [low = 0, high = 0] = figures?.qwk.interval ?? [];
    return {
      id: persona_id,
      label: mine.find(({ id }) => id === persona_id)?.name ?? t('calibration.persona.gone'),
      value: figures?.qwk.value ?? null,
      note: t('calibration.persona.ratings', { count: labels }),
      ...(figures && { mark: [low, high] as const }),
    };
  });
  const bars = (shown: typeof rows) => (
    <HorizontalBars
      label={t('calibration.personas')}
      rows={shown}
      max={1}
      format={two}
      tick={(value) => String(value).replace('.', two(0.1).at(1) ?? '.')}
    />
  );
  const more = rows.slice(SHOWN);
  return (
    <section className="stack close" aria-label={t('calibration.personas')}>
      <h3>{t('calibration.personas')}</h3>
      <p className="fine">{t('calibration.personas.lead')}</p>
      {bars(rows.slice(0, SHOWN))}
      {more.length > 0 && (
        <details>
          <summary>{t('calibration.personas.more', { count: more.length })}</summary>
          {bars(more)}
        </details>
      )}
    </section>
  );
};

const Figures = ({ judge }: { judge: JudgeCalibration }) => (
  <>
    <p>{t(`calibration.change.${judge.state}`)}</p>
    <Facts judge={judge} />
    <div className="calibration-charts">
      <section className="stack close">
        <h3>{t('calibration.reliability')}</h3>
        {judge.bins.length > 0 ? (
          <ReliabilityDiagram bins={judge.bins} />
        ) : (
          <p className="soft">{t('calibration.reliability.none')}</p>
        )}
      </section>
      <section className="stack close">
        <h3>{t('calibration.skill')}</h3>
        <SkillChart history={judge.history} />
      </section>
    </div>
    {judge.personas.length > 0 && <Personas personas={judge.personas} />}
  </>
);

const leadOf = ({ state, labels: { given, in_use }, skill }: JudgeCalibration): string =>
  calibrationInWords({ state, labels: state === 'uncalibrated' ? given : in_use, skill });

/** The newest judge is open: it answers the next review. */
const Judges = ({ judges: [newest, ...others] }: { judges: readonly JudgeCalibration[] }) => {
  if (!newest)
    return (
      <EmptyState
        title={t('calibration.empty')}
        action={
          <Link to="/reviews" className="button primary">
            {t('shell.go_reviews')}
          </Link>
        }
      >
        <p>{t('calibration.empty.lead')}</p>
      </EmptyState>
    );
  return (
    <div className="stack loose">
      <Card title={newest.model} lead={<strong>{leadOf(newest)}</strong>}>
        <Figures judge={newest} />
      </Card>
      {others.length > 0 && <h2>{t('calibration.others')}</h2>}
      {others.map((judge) => (
        <details key={`${judge.model} ${judge.prompt}`} className="card calibration-other">
          <summary>
            <strong>{judge.model}</strong> <span className="fine">{leadOf(judge)}</span>
          </summary>
          <div className="stack">
            <Figures judge={judge} />
          </div>
        </details>
      ))}
    </div>
  );
};

export const CalibrationPage = () => {
  const query = useQuery(useCalibration());
  return (
    <Page
      title={t('calibration.title')}
      lead={t('calibration.lead')}
      above={<Back to="/personas">{t('shell.personas')}</Back>}
    >
      {query.data ? <Judges judges={query.data.judges} /> : <Waiting query={query} lines={8} />}
    </Page>
  );
};
