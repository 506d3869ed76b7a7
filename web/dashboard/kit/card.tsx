import type { ReactNode } from 'react';

interface Props {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  className?: string;
  id?: string | undefined;
  children?: ReactNode;
}

export const Card = ({ title, lead, action, className = '', id, children }: Props) => {
  const head = (
    <div className={action && lead ? 'grow' : undefined}>
      <h2>{title}</h2>
      {lead && <p className="soft">{lead}</p>}
    </div>
  );
  return (
    <section className={`card stack ${className}`} id={id}>
      {action ? (
        <div className="row spread">
          {head}
          {action}
        </div>
      ) : (
        head
      )}
      {children}
    </section>
  );
};

export const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div className="fact">
      <dt>{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  ) : null;
