import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Card } from '../../kit/card.tsx';
import { SelectField } from '../../kit/form.tsx';
import { formatDollars, Time } from '../../kit/formats.tsx';
import { PagedList } from '../../kit/paged-list.tsx';
import { Link } from '../../kit/router/link.tsx';
import { navigate, useSearch } from '../../kit/router/router.ts';
import { EmptyState } from '../../kit/states.tsx';
import { usePersonaQueries } from '../../session/personas.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { keysFrom, type MessageKey, t, translateCode } from '../../words/messages.ts';
import { useSiteQueries } from '../sites/data.ts';
import { useObjectQueries } from './audit-objects.ts';
import { type AuditEntry, useWorkspaceQueries } from './data.ts';
import { nameOf } from './member-name.ts';
import type { WorkspaceSearch } from './search.ts';
import { readWorkspaceSearch } from './search.ts';
import { useWebhookQueries } from './webhooks/data.ts';

type Actor = Pick<AuditEntry, 'actor_id' | 'actor_kind' | 'action' | 'user_id'>;

/** Actions of the service's admins, who need not be members. */
const OF_ADMINS: ReadonlySet<string> = new Set(['showcase.approve', 'showcase.reject', 'wallet.top_up']);

const useNames = () => {
  const { me } = useWorkspace();
  const queries = useWorkspaceQueries();
  const { data: members = [] } = useQuery(queries.members);
  const { data: tokens = [] } = useQuery(queries.tokens);
  const { data: invited = [] } = useQuery(queries.invited);
  const { data: sites = [] } = useQuery(useSiteQueries().all);
  const { data: personas = [] } = useQuery(usePersonaQueries().mine);
  const { data: webhooks = [] } = useQuery(useWebhookQueries().all);
  const objects = useObjectQueries();
  const { data: reviews = [] } = useQuery(objects.reviews);
  const { data: notes } = useQuery(objects.notes(sites));

  const member = (id: string) => {
    const found = members.find(({ user_id }) => user_id === id);
    return found && nameOf(found);
  };
  const token = (id: string) => tokens.find(({ token_id }) => token_id === id)?.name;
  const invitee = (id: string) => invited.find((one) => one.id === id)?.email;
  const site = (id: string) => sites.find((one) => one.id === id)?.name;

  const sessionName = (id: string) => (id === me ? t('audit.you') : (member(id) ?? t('audit.former')));

  const agentName = (userId: string | undefined, site: string) => {
    if (userId === undefined) return t('audit.by_agent', { site });
    if (userId === me) return t('audit.by_your_agent', { site });
    const name = member(userId);
    return name === undefined ? t('audit.by_former_agent', { site }) : t('audit.by_member_agent', { name, site });
  };

  const actorName = ({ actor_id, actor_kind, action, user_id }: Actor): string => {
    const id = actor_id.slice(actor_id.indexOf(':') + 1);
    switch (actor_kind) {
      case 'session':
        return OF_ADMINS.has(action) && !member(actor_id) ? t('audit.by_admin') : sessionName(actor_id);
      case 'token':
        return t('audit.by_token', { name: token(id) ?? t('audit.revoked') });
      case 'mcp':
        return agentName(user_id, site(id) ?? t('audit.gone_site'));
      case 'visitor':
        return t('audit.by_visitor', { site: site(id) ?? t('audit.gone_site') });
      case 'stakeholder':
        return t('audit.by_stakeholder');
      case 'public':
        return t('audit.by_public');
      case 'service':
        return t('audit.by_service');
    }
  };

  const actors: { id: string; name: string }[] = [
    ...members.map(({ user_id }) => ({ id: user_id, name: sessionName(user_id) })),
    ...tokens.map(({ token_id, name }) => ({ id: `token:${token_id}`, name: t('audit.by_token', { name }) })),
    ...sites.map(({ id, name }) => ({ id: `mcp:${id}`, name: t('audit.by_agent', { site: name }) })),
  ];

  const webhook = (id: string) => webhooks.find((one) => one.id === id)?.url;

  const note = (annotationId: string) => (
    <Link to="/inbox/$annotationId" params={{ annotationId }}>
      <bdi>{notes?.get(annotationId) ?? t('common.open_note')}</bdi>
    </Link>
  );
  const review = (reviewId: string) => (
    <Link to="/reviews/$reviewId" params={{ reviewId }}>
      <bdi>{reviews.find(({ id }) => id === reviewId)?.title ?? t('audit.open_review')}</bdi>
    </Link>
  );
  const persona = (personaId: string) => {
    const found = personas.find(({ id }) => id === personaId);
    return (
      found && (
        <Link to="/personas/$personaId" params={{ personaId }}>
          <bdi>{found.name}</bdi>
        </Link>
      )
    );
  };

  const find: Record<string, (id: string) => ReactNode> = {
    user_id: member,
    token_id: token,
    site_id: site,
    invitation_id: invitee,
    webhook_id: webhook,
    persona_id: persona,
    review_id: review,
    annotation_id: note,
  };

  const targetName = (field: string, value: unknown): ReactNode => {
    if (field === 'cents' && typeof value === 'number') return formatDollars(value);
    return typeof value === 'string' ? find[field]?.(value) : undefined;
  };

  /** Its site comes last. A deleted object has no page, and a note's review repeats its name. */
  const objectsOf = ({ action, target }: Pick<AuditEntry, 'action' | 'target'>): (readonly [string, ReactNode])[] =>
    Object.entries(target)
      .filter(([field]) => !(action.endsWith('.delete') && ['annotation_id', 'review_id'].includes(field)))
      .filter(([field]) => !(action === 'annotation.run_personas' && field === 'review_id'))
      .toSorted(([one], [other]) => Number(one === 'site_id') - Number(other === 'site_id'))
      .map(([field, value]) => [field, targetName(field, value)] as const)
      .filter(([, named]) => named);
  return { actorName, actors, objectsOf };
};

type Names = ReturnType<typeof useNames>;

/** The catalog has a text for every action that the service records. */
const ACTION = 'audit.action.';

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const Entry = ({ entry, names }: { entry: AuditEntry; names: Names }) => {
  const fields = Object.entries(entry.target).filter(([, value]) => value !== null && value !== undefined);
  const objects = names.objectsOf(entry);
  const details = [...fields, ['action', entry.action] as const, ['actor_id', entry.actor_id] as const];
  const action = translateCode(`audit.action.${entry.action}`);
  return (
    <li className="entry">
      <p>
        <strong>{t('audit.actor', { name: names.actorName(entry) })}</strong> {action ?? <code>{entry.action}</code>}
        {objects.map(([field, object], index) => (
          <Fragment key={field}>
            {index === 0 ? ': ' : ', '}
            {object}
          </Fragment>
        ))}
      </p>
      <span className="fine">
        <Time at={entry.created_at} />
      </span>
      <details>
        <summary>
          {t('audit.details')}
          <span className="visually-hidden">
            : {names.actorName(entry)}, {action ?? entry.action}
          </span>
        </summary>
        <dl>
          {details.map(([field, value]) => (
            <div key={field}>
              <dt className="soft">{field}</dt>
              <dd>{asText(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
};

type Options = readonly (readonly [value: string, text: string])[];

/** The address can name a filter that isn't listed. */
const withChosen = (options: Options, chosen: string): Options =>
  options.some(([value]) => value === chosen) ? options : options.toSpliced(1, 0, [chosen, chosen]);

const Filters = ({ actors }: Pick<Names, 'actors'>) => {
  const { actor = '', action = '' } = useSearch(readWorkspaceSearch);
  const set = (change: Pick<WorkspaceSearch, 'actor' | 'action'>) =>
    void navigate({ to: '/workspace', search: { tab: 'audit', actor, action, ...change }, resetScroll: false });
  return (
    <div className="two">
      <SelectField
        label={t('audit.who')}
        value={actor}
        onChange={({ target }) => set({ actor: target.value })}
        options={withChosen([['', t('audit.anybody')], ...actors.map(({ id, name }) => [id, name] as const)], actor)}
      />
      <SelectField
        label={t('audit.what')}
        value={action}
        onChange={({ target }) => set({ action: target.value })}
        options={withChosen(
          [['', t('audit.anything')], ...keysFrom(ACTION).map((key) => [key.slice(ACTION.length), t(key)] as const)],
          action,
        )}
      />
    </div>
  );
};

export const AuditTab = () => {
  const names = useNames();
  const { actor, action } = useSearch(readWorkspaceSearch);
  const filter = { ...(actor && { actor }), ...(action && { action }) };
  const log = useInfiniteQuery(useWorkspaceQueries().audit(filter));
  const none = (lead: MessageKey) => <EmptyState title={t('audit.none')}>{t(lead)}</EmptyState>;
  return (
    <Card title={t('workspace.tab.audit')} lead={t('audit.lead')}>
      <Filters actors={names.actors} />
      <PagedList
        list={log}
        label={t('workspace.tab.audit')}
        className="people"
        lines={8}
        empty={none(actor || action ? 'audit.none.lead' : 'audit.none.first')}
        emptyYet={none('audit.none.yet')}
        more={t('audit.further')}
      >
        {(entry) => <Entry key={entry.id} entry={entry} names={names} />}
      </PagedList>
    </Card>
  );
};
