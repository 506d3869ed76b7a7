import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Back } from '../../../kit/back.tsx';
import { useKeys } from '../../../kit/shortcuts.ts';
import { notify } from '../../../kit/toast.ts';
import { useText } from '../../../words/messages.ts';
import type { Note } from '../data.ts';
import type { ListPosition } from './list-position.ts';

const Step = ({ to, label, children }: { to: string | undefined; label: string; children: ReactNode }) =>
  to ? (
    <Link
      to="/inbox/$annotationId"
      params={{ annotationId: to }}
      replace
      className="button quiet icon-only"
      aria-label={label}
      title={label}
    >
      {children}
    </Link>
  ) : (
    <span className="button quiet icon-only ended" aria-hidden="true">
      {children}
    </span>
  );

/** Links back to the list and to the previous and next note. */
export const Neighbors = ({ note, walk }: { note: Note; walk: ListPosition }) => {
  const t = useText();
  const navigate = useNavigate();
  const { previous, next } = walk ?? {};
  const go = (to: string | undefined, ended: string) => () => {
    if (to) void navigate({ to: '/inbox/$annotationId', params: { annotationId: to }, replace: true });
    else if (walk) notify(ended);
  };
  useKeys({ j: go(next, t('note.walk.last')), k: go(previous, t('note.walk.first')) });
  return (
    <span className="neighbours">
      <Back to="/inbox" search={walk?.search ?? { site: note.site_id }}>
        {t('shell.inbox')}
      </Back>
      {walk && walk.count > 1 && (
        <>
          <Step to={previous} label={t('keys.previous')}>
            <ChevronLeft aria-hidden="true" />
          </Step>
          <span>{t('note.walk.at', { at: walk.at + 1, count: walk.count })}</span>
          <Step to={next} label={t('keys.next')}>
            <ChevronRight aria-hidden="true" />
          </Step>
        </>
      )}
    </span>
  );
};
