import type { ReactNode } from 'react';

export const EmptyState = ({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) => (
  <div className="empty-state">
    <svg viewBox="0 0 120 80" aria-hidden="true">
      <rect x="8" y="6" width="72" height="68" rx="6" className="sheet" />
      <path d="M20 22h48M20 34h40M20 46h48M20 58h28" className="lines" />
      <path d="M86 18h22a4 4 0 0 1 4 4v26l-10 10H86a4 4 0 0 1-4-4V22a4 4 0 0 1 4-4z" className="note" />
    </svg>
    <h2>{title}</h2>
    <div>{children}</div>
    {action}
  </div>
);
