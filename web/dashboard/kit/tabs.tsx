import { type ReactNode, useEffect, useRef } from 'react';
import { showInRow } from './show-in-row.ts';

/** A row of links, the one of now with `aria-current`; it is brought into view where the row is wider than the screen. */
export const Tabs = ({ label, shown, children }: { label: string; shown: string; children: ReactNode }) => {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => showInRow(nav.current, `[data-tab=${shown}]`), [shown]);
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      {children}
    </nav>
  );
};
