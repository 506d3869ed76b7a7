import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { SelectField } from '../../kit/field.tsx';
import { MoreButton } from '../../kit/more-button.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Time } from '../../kit/time.tsx';
import { useText } from '../../words/messages.ts';
import { AUDIT_ACTIONS, isAuditAction } from './audit-actions.ts';
import { type AuditEntry, useWorkspaceQueries } from './data.ts';
import type { WorkspaceSearch } from './search.ts';
import { useNames } from './use-names.ts';

const route = getRouteApi('/workspace');
type Names = ReturnType<typeof useNames>;

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const Entry = ({ entry, names }: { entry: AuditEntry; names: Names }) => {
  const t = useText();
  const fields = Object.entries(entry.target).filter(([, value]) => value !== null && value !== undefined);
  const named = fields.flatMap(([field, value]) => names.targetName(field, value) ?? []);
  const actionText = isAuditAction(entry.action) ? t(`audit.action.${entry.action}`) : entry.action;
  return (
    <li className="entry">
      <p>
        <strong>{names.actorName(entry)}</strong>{' '}
        {isAuditAction(entry.action) ? actionText : <code>{entry.action}</code>}
        {named.length > 0 && <>: {named.join(', ')}</>}
      </p>
      <span className="fine">
        <Time at={entry.created_at} />
      </span>
      <details>
        <summary>
          {t('audit.details')}
          <span className="visually-hidden">
            : {names.actorName(entry)}, {actionText}
          </span>
        </summary>
        <dl>
          {fields.map(([field, value]) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>{asText(value)}</dd>
            </div>
          ))}
          <div>
            <dt>action</dt>
            <dd>{entry.action}</dd>
          </div>
          <div>
            <dt>actor_id</dt>
            <dd>{entry.actor_id}</dd>
          </div>
        </dl>
      </details>
    </li>
  );
};

const Filters = ({ actors }: Pick<Names, 'actors'>) => {
  const t = useText();
  const navigate = useNavigate();
  const { actor = '', action = '' } = route.useSearch();
  const set = (change: Pick<WorkspaceSearch, 'actor' | 'action'>) =>
    void navigate({ to: '/workspace', search: { tab: 'audit', actor, action, ...change }, resetScroll: false });
  const isListed = actor === '' || actors.some(({ id }) => id === actor);
  return (
    <div className="two">
      <SelectField label={t('audit.who')} value={actor} onChange={(event) => set({ actor: event.target.value })}>
        <option value="">{t('audit.anybody')}</option>
        {!isListed && <option value={actor}>{actor}</option>}
        {actors.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('audit.what')} value={action} onChange={(event) => set({ action: event.target.value })}>
        <option value="">{t('audit.anything')}</option>
        {action !== '' && !isAuditAction(action) && <option value={action}>{action}</option>}
        {AUDIT_ACTIONS.map((one) => (
          <option key={one} value={one}>
            {t(`audit.action.${one}`)}
          </option>
        ))}
      </SelectField>
    </div>
  );
};

export const AuditTab = () => {
  const t = useText();
  const names = useNames();
  const { actor, action } = route.useSearch();
  const filter = { ...(actor && { actor }), ...(action && { action }) };
  const log = useInfiniteQuery(useWorkspaceQueries().audit(filter));
  const entries = log.data?.pages.flatMap(({ items }) => items);
  return (
    <section className="card stack">
      <div>
        <h2>{t('audit.title')}</h2>
        <p className="soft">{t('audit.lead')}</p>
      </div>
      <Filters actors={names.actors} />
      {log.error && !log.data && <ErrorNote error={log.error} retry={log.refetch} />}
      {!entries && !log.error && <Skeleton lines={8} />}
      {entries?.length === 0 && (
        <EmptyState title={t('audit.none')}>
          <p>{t(log.hasNextPage ? 'audit.none.yet' : actor || action ? 'audit.none.lead' : 'audit.none.first')}</p>
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <ul className="people" aria-label={t('audit.title')}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} names={names} />
          ))}
        </ul>
      )}
      <MoreButton list={log} label={t('audit.further')} />
    </section>
  );
};
