import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { Back } from '../../../kit/page.tsx';
import { Link } from '../../../kit/router/link.tsx';
import { navigate } from '../../../kit/router/router.ts';
import { useKeys } from '../../../kit/shortcuts.ts';
import { notify } from '../../../kit/toast.ts';
import { t } from '../../../words/messages.ts';
import type { Note } from '../data.ts';
import type { ListPosition } from './list-position.ts';

const Step = ({ to, label, icon: Icon }: { to: string | undefined; label: string; icon: LucideIcon }) =>
  to ? (
    <Link
      to="/inbox/$annotationId"
      params={{ annotationId: to }}
      replace
      className="button quiet icon-only"
      aria-label={label}
      title={label}
    >
      <Icon aria-hidden="true" />
    </Link>
  ) : (
    <span className="button quiet icon-only ended" aria-hidden="true">
      <Icon aria-hidden="true" />
    </span>
  );

export const Neighbors = ({ note, walk }: { note: Note; walk: ListPosition }) => {
  const { previous, next } = walk ?? {};
  const go = (to: string | undefined, ended: string) => () => {
    if (to) void navigate({ to: '/inbox/$annotationId', params: { annotationId: to }, replace: true });
    else if (walk) notify(ended);
  };
  useKeys({ j: go(next, t('note.walk.last')), k: go(previous, t('note.walk.first')) });
  return (
    <span className="row neighbors">
      <Back to="/inbox" search={walk?.search ?? { site: note.site_id }}>
        {t('shell.inbox')}
      </Back>
      {walk && walk.count > 1 && (
        <>
          <Step to={previous} label={t('keys.previous')} icon={ChevronLeft} />
          <span>{t('note.walk.at', { at: walk.at + 1, count: walk.count })}</span>
          <Step to={next} label={t('keys.next')} icon={ChevronRight} />
        </>
      )}
    </span>
  );
};
