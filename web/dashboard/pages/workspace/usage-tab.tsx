import { useQuery } from '@tanstack/react-query';
import { DayBars } from '../../kit/day-bars.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { useNumbers } from '../../kit/numbers.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { serviceFor } from '../../session/service.ts';
import { useSession } from '../../session/sign-in.ts';
import { useText } from '../../words/messages.ts';
import { fillDays } from './fill-days.ts';

const COUNTED = ['writes', 'runs', 'mails'] as const;

export const UsageTab = () => {
  const t = useText();
  const { count } = useNumbers();
  const { person } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['usage', person?.id],
    queryFn: ({ signal }) => serviceFor().getMyUsage({}, { signal }),
    staleTime: 60_000,
  });
  if (!data) return error ? <ErrorNote error={error} retry={refetch} /> : <Skeleton lines={8} />;
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
            <p className="figure">{count(data.totals[what])}</p>
          </div>
          <DayBars
            label={t('usage.chart', { what: t(`usage.${what}`), total: count(data.totals[what]) })}
            days={fillDays(data, what)}
          />
        </section>
      ))}
    </div>
  );
};
