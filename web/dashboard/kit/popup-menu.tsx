import type { ReactNode, RefObject } from 'react';
import { Menu } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';

export interface OpenMenu {
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onClose: () => void;
}

interface Props extends OpenMenu {
  label: string;
  placement: 'bottom start' | 'bottom end' | 'top start';
  onAction?: (key: string) => void;
  children: ReactNode;
}

export const PopupMenu = ({ anchor, isOpen, onClose, label, placement, onAction, children }: Props) => (
  <Popover
    className="popover"
    triggerRef={anchor}
    placement={placement}
    isOpen={isOpen}
    aria-label={label}
    onOpenChange={(isShown) => !isShown && onClose()}
  >
    <Menu
      className="menu"
      aria-label={label}
      autoFocus="first"
      onClose={onClose}
      {...(onAction && { onAction: (key) => onAction(String(key)) })}
    >
      {children}
    </Menu>
  </Popover>
);
