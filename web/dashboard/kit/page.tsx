import { ArrowLeft } from 'lucide-react';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link, type LinkProps } from './router/link.tsx';
import { useShownPath } from './router/router.ts';
import type { Path } from './router/target.ts';

export const Back = <const To extends Path>(props: LinkProps<To>): ReactElement => (
  <Link {...props}>
    <ArrowLeft aria-hidden="true" /> {props.children}
  </Link>
);

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
  // The address changes before the page does: it would focus the old page's heading.
  const path = useShownPath();
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
