import { useEffect, useRef } from 'react';
import { Link } from './router/link.tsx';

/** scrollIntoView would make the Tab key continue from there instead of from the top of the page. */
export const scrollIntoRow = (row: HTMLElement | null, chosen: string): void => {
  const one = row?.querySelector<HTMLElement>(chosen);
  if (!row || !one) return;
  const { left, width } = one.getBoundingClientRect();
  row.scrollLeft += left + width / 2 - (row.getBoundingClientRect().left + row.clientWidth / 2);
};

interface Props<Tab extends string> {
  label: string;
  tabs: readonly Tab[];
  shown: Tab;
  nameOf: (tab: Tab) => string;
}

/** The first tab is the address without `tab`. */
export const Tabs = <Tab extends string>({ label, tabs, shown, nameOf }: Props<Tab>) => {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => scrollIntoRow(nav.current, `[data-tab=${shown}]`), [shown]);
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      {tabs.map((tab, index) => (
        <Link
          key={tab}
          data-tab={tab}
          to="."
          search={index === 0 ? {} : { tab }}
          replace
          resetScroll={false}
          aria-current={tab === shown ? 'page' : undefined}
        >
          {nameOf(tab)}
        </Link>
      ))}
    </nav>
  );
};
