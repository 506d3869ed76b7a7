import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../app/workspace.tsx';
import { formatDollars } from '../../kit/numbers.ts';
import { useLocale, useText } from '../../words/messages.ts';
import { useSiteQueries } from '../sites/data.ts';
import { type AuditEntry, nameOf, useWorkspaceQueries } from './data.ts';

type Actor = Pick<AuditEntry, 'actor_id' | 'actor_kind' | 'action'>;

/** Actions of the service's admins, who need not be members. */
const OF_ADMINS: ReadonlySet<string> = new Set(['showcase.approve', 'showcase.reject', 'wallet.top_up']);

/** Resolves IDs in the log to names, if they still exist. */
export const useNames = () => {
  const t = useText();
  const locale = useLocale();
  const { me } = useWorkspace();
  const queries = useWorkspaceQueries();
  const { data: members = [] } = useQuery(queries.members);
  const { data: tokens = [] } = useQuery(queries.tokens);
  const { data: invited = [] } = useQuery(queries.invited);
  const { data: sites = [] } = useQuery(useSiteQueries().all);

  const member = (id: string) => {
    const found = members.find(({ user_id }) => user_id === id);
    return found && nameOf(found);
  };
  const token = (id: string) => tokens.find(({ token_id }) => token_id === id)?.name;
  const invitee = (id: string) => invited.find((one) => one.id === id)?.email;
  const site = (id: string) => sites.find((one) => one.id === id)?.name;

  const sessionName = (id: string) => (id === me ? t('audit.you') : (member(id) ?? t('audit.former')));

  const actorName = ({ actor_id, actor_kind, action }: Actor): string => {
    const id = actor_id.slice(actor_id.indexOf(':') + 1);
    switch (actor_kind) {
      case 'session':
        return OF_ADMINS.has(action) && !member(actor_id) ? t('audit.by_admin') : sessionName(actor_id);
      case 'token':
        return t('audit.by_token', { name: token(id) ?? t('audit.revoked') });
      case 'mcp':
        return t('audit.by_agent', { site: site(id) ?? t('audit.gone_site') });
      case 'visitor':
        return t('audit.by_visitor', { site: site(id) ?? t('audit.gone_site') });
      case 'stakeholder':
        return t('audit.by_stakeholder');
      case 'public':
        return t('audit.by_public');
    }
  };

  /** Actors to filter by. */
  const actors: { id: string; name: string }[] = [
    ...members.map(({ user_id }) => ({ id: user_id, name: sessionName(user_id) })),
    ...tokens.map(({ token_id, name }) => ({ id: `token:${token_id}`, name: t('audit.by_token', { name }) })),
    ...sites.map(({ id, name }) => ({ id: `mcp:${id}`, name: t('audit.by_agent', { site: name }) })),
  ];

  /** The name of the object that a field of an entry's target refers to. */
  const targetName = (field: string, value: unknown): string | undefined => {
    if (field === 'cents' && typeof value === 'number') return formatDollars(value, locale);
    if (typeof value !== 'string') return undefined;
    const find = { user_id: member, token_id: token, site_id: site, invitation_id: invitee }[field];
    return find?.(value);
  };
  return { actorName, actors, targetName };
};
