import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'className'> {
  /** Modifiers: `primary`, `quiet`, `danger`, `large`, or a class of the page. */
  look?: string;
  icon?: LucideIcon;
}

/** Without text, `aria-label` is its name. */
export const Button = ({ look, icon: Icon, children, ...button }: Props) => (
  <button type="button" {...button} className={['button', look, !children && 'icon-only'].filter(Boolean).join(' ')}>
    {Icon && <Icon aria-hidden="true" />} {children}
  </button>
);

export const IconButton = ({ label, ...button }: ComponentProps<typeof Button> & { label: string }) => (
  <Button look="quiet" {...button} aria-label={label} title={label} />
);
