import { useQuery } from '@tanstack/react-query';
import { focusOnMount } from '../../kit/focus-on-mount.ts';
import { Link } from '../../kit/router/link.tsx';
import { ErrorNote, Skeleton } from '../../kit/states.tsx';
import { t } from '../../words/messages.ts';
import { useSiteQueries } from '../sites/data.ts';

interface Props {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  autoFocus?: boolean;
}

export const GrantPicker = ({ chosen, onChange, autoFocus = false }: Props) => {
  const { data: sites, error, refetch } = useQuery(useSiteQueries().all);
  if (!sites) return error ? <ErrorNote error={error} retry={refetch} /> : <Skeleton lines={2} />;
  const toggle = (id: string, isChosen: boolean) => {
    const others = sites.map((site) => site.id).filter((one) => one !== id && chosen.includes(one));
    onChange(isChosen ? [...others, id] : others);
  };
  return (
    <fieldset className="choices grants">
      <legend>{t('members.grants')}</legend>
      {sites.map(({ id, name }, index) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
            ref={autoFocus && index === 0 ? focusOnMount : null}
          />
          <span>{name}</span>
        </label>
      ))}
      {sites.length === 0 && (
        <p className="fine">
          {t('members.grants.no_sites')} <Link to="/sites/new">{t('common.add_site')}</Link>
        </p>
      )}
      {sites.length > 0 && chosen.length === 0 && <p className="fine">{t('members.grants.none')}</p>}
    </fieldset>
  );
};

/** Without those of deleted sites, which the service would refuse. */
export const useLiveGrants = () => {
  const { data: sites } = useQuery(useSiteQueries().all);
  return (grants: string[]) => (sites ? grants.filter((grant) => sites.some(({ id }) => id === grant)) : grants);
};

export const GrantedSites = ({ grants }: { grants: readonly string[] }) => {
  const { data: sites } = useQuery(useSiteQueries().all);
  if (!sites) return null;
  const names = sites.filter(({ id }) => grants.includes(id)).map(({ name }) => name);
  return <>{names.length > 0 ? t('members.sees', { sites: names.join(', ') }) : t('members.sees_none')}</>;
};
