import { createLink, useRouterState } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

const Anchor = ({ children, ...anchor }: ComponentProps<'a'>) => (
  <a {...anchor}>
    <ArrowLeft aria-hidden="true" /> {children}
  </a>
);

export const Back = createLink(Anchor);

interface Props {
  title: string;
  view?: string;
  above?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

let focusedFor = '';

export const useHeading = (title: string, view?: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  // The address changes before the page does, so the address alone would focus the old page's heading.
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
