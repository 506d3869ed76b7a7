import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

interface Props {
  title: string;
  /** Above the title: where this page belongs. */
  above?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

let focusedFor = '';

/** For a page's heading. After a change of page the focus goes to it, so that a screen reader says where one is. */
export const useHeading = (title: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    document.title = `${title} · Sidenote`;
  }, [title]);
  useEffect(() => {
    const isFirst = focusedFor === '';
    const isSame = focusedFor === path;
    focusedFor = path;
    if (!isFirst && !isSame) heading.current?.focus({ preventScroll: true });
  }, [path]);
  return heading;
};

/** A page with its heading. */
export const Page = ({ title, above, lead, actions, children }: Props) => {
  const heading = useHeading(title);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          {above && <div className="above">{above}</div>}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
};
