import { type ReactNode, useEffect, useRef } from 'react';

/** A row of links, the one of now with `aria-current`; it is brought into view where the row is wider than the screen. */
export const Tabs = ({ label, shown, children }: { label: string; shown: string; children: ReactNode }) => {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current
      ?.querySelector(`[data-tab=${shown}]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }, [shown]);
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      {children}
    </nav>
  );
};
