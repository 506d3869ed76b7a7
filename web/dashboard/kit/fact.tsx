import type { ReactNode } from 'react';

export const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div className="fact">
      <dt>{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  ) : null;
