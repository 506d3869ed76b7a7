import { Link, type RegisteredRouter, type useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { scrollIntoRow } from './scroll-into-row.ts';

/** The tabs of all pages: the link can be on any of them. */
type AnyTab = NonNullable<ReturnType<typeof useSearch<RegisteredRouter, undefined, false>>['tab']>;

interface Props<Tab extends AnyTab> {
  label: string;
  tabs: readonly Tab[];
  shown: Tab;
  nameOf: (tab: Tab) => string;
}

/**
 * A page's views as a row of links, each at `tab` of its address; the first has no `tab`. Scrolls to the current one if the row
 * is wider than the screen.
 */
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
