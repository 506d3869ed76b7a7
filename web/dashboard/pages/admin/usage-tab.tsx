import { useInfiniteQuery } from '@tanstack/react-query';
import { Card } from '../../kit/card.tsx';
import { formatCount } from '../../kit/formats.tsx';
import { HorizontalBars } from '../../kit/horizontal-bars.tsx';
import { MoreButton } from '../../kit/paged-list.tsx';
import { dateFormat } from '../../kit/regional.ts';
import { EmptyState, Waiting } from '../../kit/states.tsx';
import { TableHead } from '../../kit/table.tsx';
import { currentLocale, t } from '../../words/messages.ts';
import { adminQueries, type Usage } from './data.ts';

const KINDS = ['writes', 'runs', 'mails'] as const;

type Who = Pick<Usage['rows']['items'][number], 'actor_id' | 'email'>;

const nameOf = ({ actor_id, email }: Who): string => {
  if (email) return email;
  const [kind, id = ''] = actor_id.split(':');
  if (kind === 'mcp') return t('admin.usage.mcp', { id });
  if (kind === 'agent') return t('admin.usage.agent', { id });
  return t('admin.usage.unknown', { id: actor_id });
};

const longDay = (day: string) =>
  dateFormat(currentLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));

const Top = ({ top }: { top: NonNullable<Usage['top']> }) => (
  <div className="tops">
    {KINDS.map((kind) => {
      const ranked = top[kind];
      return (
        <Card key={kind} title={t(`admin.usage.top.${kind}`)}>
          {ranked.length === 0 ? (
            <p className="fine">{t('admin.usage.top.none')}</p>
          ) : (
            <HorizontalBars
              label={t(`admin.usage.top.${kind}`)}
              rows={ranked.map((one) => ({ id: one.actor_id, label: nameOf(one), value: one.count }))}
              max={Math.max(4, ranked[0]?.count ?? 0)}
              format={formatCount}
            />
          )}
        </Card>
      );
    })}
  </div>
);

const Everybody = ({ rows }: { rows: Usage['rows']['items'] }) => (
  <div className="card">
    <table className="usage">
      <caption>{t('admin.usage.everybody')}</caption>
      <TableHead names={[t('admin.usage.who'), ...KINDS.map((kind) => t(`admin.usage.${kind}`))]} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.actor_id}>
            <th scope="row">{nameOf(row)}</th>
            {KINDS.map((kind) => (
              <td key={kind}>{formatCount(row[kind])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export const UsageTab = () => {
  const usage = useInfiniteQuery(adminQueries.usage);
  const [first] = usage.data?.pages ?? [];
  if (!first) return <Waiting query={usage} lines={8} />;
  const rows = usage.data?.pages.flatMap((page) => page.rows.items) ?? [];
  if (rows.length === 0) return <EmptyState title={t('admin.usage.empty')}>{t('admin.usage.empty.lead')}</EmptyState>;
  return (
    <div className="stack">
      <p className="fine">{t('admin.usage.window', { from: longDay(first.from), to: longDay(first.to) })}</p>
      {first.top && <Top top={first.top} />}
      <Everybody rows={rows} />
      <MoreButton list={usage} />
    </div>
  );
};
