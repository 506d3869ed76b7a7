import { Link, type RegisteredRouter, type useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** scrollIntoView would make the Tab key continue from there instead of from the top of the page. */
export const scrollIntoRow = (row: HTMLElement | null, chosen: string): void => {
  const one = row?.querySelector<HTMLElement>(chosen);
  if (!row || !one) return;
  const { left, width } = one.getBoundingClientRect();
  row.scrollLeft += left + width / 2 - (row.getBoundingClientRect().left + row.clientWidth / 2);
};

type AnyTab = NonNullable<ReturnType<typeof useSearch<RegisteredRouter, undefined, false>>['tab']>;

interface Props<Tab extends AnyTab> {
  label: string;
  tabs: readonly Tab[];
  shown: Tab;
  nameOf: (tab: Tab) => string;
}

/** The first tab is the address without `tab`. */
export const Tabs = <Tab extends AnyTab>({ label, tabs, shown, nameOf }: Props<Tab>) => {
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
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {nameOf(tab)}
        </Link>
      ))}
    </nav>
  );
};
