import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

interface Props {
  title: string;
  /** What of it is shown, where it has several views under one heading: stands first in the window's title. */
  view?: string;
  /** Above the title: where this page belongs. */
  above?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

let focusedFor = '';

/** For a page's heading. After a change of page the focus goes to it, so that a screen reader says where one is. */
export const useHeading = (title: string, view?: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  // The address changes before the page does: by the new one alone the heading of the page that goes would take the focus.
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });
  useEffect(() => {
    document.title = [view, title, 'Sidenote'].filter(Boolean).join(' · ');
  }, [title, view]);
  useEffect(() => {
    const isFirst = focusedFor === '';
    const isSame = focusedFor === path;
    focusedFor = path;
    if (!isFirst && !isSame) heading.current?.focus({ preventScroll: true });
  }, [path]);
  return heading;
};

/** A page with its heading. */
export const Page = ({ title, view, above, lead, actions, children }: Props) => {
  const heading = useHeading(title, view);
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
