import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { DayBars } from '../../kit/day-bars.tsx';
import { formatCount } from '../../kit/formats.tsx';
import { Waiting } from '../../kit/states.tsx';
import { serviceFor } from '../../session/service.ts';
import { useSession } from '../../session/sign-in.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { ModelCosts } from './model-costs.tsx';

const COUNTED = ['writes', 'runs', 'mails'] as const;
type Usage = OutputOf<'getMyUsage'>;
type Counted = (typeof COUNTED)[number];

const DAY_MS = 24 * 60 * 60 * 1000;

const fillDays = ({ from, to, days }: Usage, what: Counted) => {
  const counts = new Map(days.map((one) => [one.day, one[what]]));
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length }, (_, index) => {
    const day = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10);
    return { day, count: counts.get(day) ?? 0 };
  });
};

const OwnUsage = () => {
  const { person } = useSession();
  const query = useQuery({
    queryKey: ['usage', person?.id],
    queryFn: ({ signal }) => serviceFor().getMyUsage({}, { signal }),
    staleTime: 60_000,
  });
  const { data } = query;
  if (!data) return <Waiting query={query} lines={8} />;
  return (
    <div className="stack">
      <p className="soft">{t('usage.lead', { days: data.window_days })}</p>
      {COUNTED.map((what) => (
        <section key={what} className="card stack">
          <div className="row spread">
            <div className="grow">
              <h2>{t(`usage.${what}`)}</h2>
              <p className="fine">{t(`usage.${what}.lead`)}</p>
            </div>
            <p className="figure">{formatCount(data.totals[what])}</p>
          </div>
          <DayBars
            label={t('usage.chart', { what: t(`usage.${what}`), total: formatCount(data.totals[what]) })}
            days={fillDays(data, what)}
          />
        </section>
      ))}
    </div>
  );
};

export const UsageTab = () => {
  const { workspace } = useWorkspace();
  return (
    <div className="stack loose">
      {workspace.role !== 'GUEST' && <ModelCosts />}
      <OwnUsage />
    </div>
  );
};
