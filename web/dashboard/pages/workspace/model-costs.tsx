import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { FormError, submitting, TextField } from '../../kit/form.tsx';
import { formatCost, formatCount, formatDollars } from '../../kit/formats.tsx';
import { Waiting } from '../../kit/states.tsx';
import { TableHead } from '../../kit/table.tsx';
import { notify } from '../../kit/toast.ts';
import { type ModelUsage, spentIn, useModelUsage } from '../../session/costs.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { useWorkspaceList } from '../../session/workspace-list.ts';
import { currentLocale, t } from '../../words/messages.ts';
import { centsIn, inField } from './cents.ts';

const formatUtc = (time: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(currentLocale(), { ...options, month: 'long', timeZone: 'UTC' }).format(time);
const formatMonth = (text: string): string => formatUtc(Date.parse(`${text}-01`), { year: 'numeric' });
const formatDay = (time: string): string => formatUtc(Number(time), { day: 'numeric' });

/** Costs and the estimates of running reviews, as parts of the limit. */
const LimitBar = ({ usage, limit }: { usage: ModelUsage; limit: number }) => {
  const spent = spentIn(usage);
  const part = (cents: number) => Math.min(100, limit > 0 ? (100 * cents) / limit : 100);
  const [done, reserved] = [part(spent), part(spent + usage.reserved_cents) - part(spent)];
  const label = t('spend.of_limit', { spent: formatCost(spent), limit: formatDollars(limit) });
  return (
    <div className="spend">
      <svg className="spend-bar" role="img" aria-label={label}>
        <rect className={done >= 100 ? 'spent full' : 'spent'} width={`${done}%`} height="100%" />
        <rect className="reserved" x={`${done}%`} width={`${reserved}%`} height="100%" />
      </svg>
      <p className="fine">{label}</p>
    </div>
  );
};

const LimitForm = ({ usage }: { usage: ModelUsage }) => {
  const queries = useQueryClient();
  const list = useWorkspaceList();
  const { workspace, service } = useWorkspace();
  const [text, setText] = useState(inField(usage.limit_cents));
  const [isTried, setTried] = useState(false);
  const cents = centsIn(text);
  const save = useMutation({
    mutationFn: (monthly_model_limit_cents: number | null) =>
      service.patchWorkspace({ ws_id: workspace.id, body: { monthly_model_limit_cents } }),
    onSuccess: async (fresh) => {
      list.put(fresh);
      const limit = fresh.monthly_model_limit_cents;
      setText(inField(limit));
      await queries.invalidateQueries({ queryKey: [workspace.id, 'model-usage'] });
      notify(limit === null ? t('spend.saved.none') : t('spend.saved', { limit: formatDollars(limit) }));
    },
  });
  const submit = () => {
    setTried(true);
    if (cents !== undefined) save.mutate(cents);
  };
  const spent = spentIn(usage);
  return (
    <form className="stack limit" onSubmit={submitting(submit)}>
      <TextField
        label={t('spend.limit')}
        hint={t('spend.limit.hint')}
        inputMode="decimal"
        autoComplete="off"
        placeholder={t('spend.limit.none')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={isTried && cents === undefined ? t('spend.limit.wrong') : undefined}
      />
      {typeof cents === 'number' && cents <= spent && spent > 0 && (
        <p className="callout">{t('spend.limit.reached', { day: formatDay(usage.next_month_at) })}</p>
      )}
      <FormError error={save.error} />
      <div>
        <Button type="submit" disabled={save.isPending}>
          {t('spend.limit.save')}
        </Button>
      </div>
    </form>
  );
};

const Months = ({ usage }: { usage: ModelUsage }) => (
  <table className="ledger">
    <TableHead names={[t('spend.month'), t('spend.tokens'), t('spend.cost')]} />
    <tbody>
      {usage.months.map((one) => (
        <tr key={one.month}>
          <td>
            {formatMonth(one.month)}{' '}
            <small className="fine">
              {t('spend.tokens.split', {
                input: formatCount(one.tokens.input),
                cached: formatCount(one.tokens.cached),
                output: formatCount(one.tokens.output),
              })}
            </small>
          </td>
          <td>{formatCount(one.tokens.input + one.tokens.output)}</td>
          <td>{usage.model?.prices || one.cents > 0 ? formatCost(one.cents) : '–'}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** For MEMBERs and OWNERs: the workspace's use of the AI model, and its monthly limit. */
export const ModelCosts = () => {
  const { workspace } = useWorkspace();
  const query = useModelUsage();
  const { data: usage } = query;
  if (!usage) return <Waiting query={query} lines={4} />;
  const hasPrices = usage.model?.prices != null;
  const { limit_cents: limit, reserved_cents: reserved, next_month_at } = usage;
  return (
    <section className="card stack" aria-label={t('spend.title')}>
      <div className="row spread">
        <div className="grow">
          <h2>{t('spend.title')}</h2>
          <p className="fine">{t('spend.lead', { month: formatMonth(usage.month) })}</p>
        </div>
        {hasPrices && <p className="figure">{formatCost(spentIn(usage))}</p>}
      </div>
      {!usage.model && <p className="soft">{t('spend.rules')}</p>}
      {usage.model && !hasPrices && <p className="soft">{t('spend.no_prices')}</p>}
      {hasPrices && limit !== null && <LimitBar usage={usage} limit={limit} />}
      {hasPrices && (
        <p className="soft">
          {limit === null ? t('spend.no_limit') : t('spend.starts_over', { day: formatDay(next_month_at) })}{' '}
          {reserved > 0 &&
            t(limit === null ? 'spend.reserved' : 'spend.reserved.limit', { cost: formatCost(reserved) })}
        </p>
      )}
      {usage.months.length > 0 && <Months usage={usage} />}
      {hasPrices && workspace.role === 'OWNER' && <LimitForm key={String(limit)} usage={usage} />}
    </section>
  );
};
