import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorNote } from '../../kit/error-note.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useText } from '../../words/messages.ts';
import { useSiteQueries } from '../sites/data.ts';
import { Leave } from './leave.tsx';

/** A guest's access, instead of the member list, which guests can't see. */
export const GuestTab = () => {
  const t = useText();
  const { data: sites, error, refetch } = useQuery(useSiteQueries().all);
  return (
    <div className="stack narrow">
      <section className="card stack">
        <div>
          <h2>{t('members.guest.title')}</h2>
          <p className="soft">{t('members.guest.lead')}</p>
        </div>
        {error && <ErrorNote error={error} retry={refetch} />}
        {!sites && !error && <Skeleton lines={2} />}
        {sites?.length === 0 && <p className="callout">{t('members.guest.none')}</p>}
        {sites && sites.length > 0 && (
          <ul className="people">
            {sites.map(({ id, name }) => (
              <li key={id} className="person">
                <strong>{name}</strong>
                <Link
                  to="/inbox"
                  search={{ site: id }}
                  className="button"
                  aria-label={`${t('members.guest.open')}: ${name}`}
                >
                  {t('members.guest.open')}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="card stack">
        <div>
          <h2>{t('members.guest.not')}</h2>
          <p className="soft">{t('members.guest.not.lead')}</p>
        </div>
        <div>
          <Leave />
        </div>
      </section>
    </div>
  );
};
