import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { OpenMenu } from './popup-menu.tsx';

interface Props {
  className: string;
  label?: string;
  /** Loads the menu's code, which begins when someone points at the button or focuses it. */
  load: () => Promise<unknown>;
  menu: (open: OpenMenu) => ReactNode;
  children: ReactNode;
}

export const MenuButton = ({ className, label, load, menu, children }: Props) => {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState<boolean>();
  const onClose = useCallback(() => setOpen(false), []);
  const loadEarly = () => void load().catch(() => undefined);
  const open = () => {
    // Safari doesn't focus a button that is clicked, and the focus returns to what had it.
    anchor.current?.focus();
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        ref={anchor}
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen ?? false}
        onPointerEnter={loadEarly}
        onFocus={loadEarly}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open();
        }}
      >
        {children}
      </button>
      {isOpen !== undefined && menu({ anchor, isOpen, onClose })}
    </>
  );
};
