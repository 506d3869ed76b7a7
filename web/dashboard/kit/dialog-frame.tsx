import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { t } from '../words/messages.ts';
import { useIsSlow } from './patience.ts';

export interface DialogProps {
  title: string;
  onClose: () => void;
  alert?: boolean;
  /** Only closes by its buttons: its content can't be shown again, or its request runs, which closing wouldn't cancel. */
  held?: boolean;
  wide?: boolean;
  children: ReactNode;
}

/** Repeats the page's notice, which the dialog covers. */
const Slow = () => {
  const slow = useIsSlow();
  return (
    <p role="status" className="fine">
      {slow && t('shell.slow')}
    </p>
  );
};

export const DialogFrame = ({ title, onClose, alert = false, held = false, wide = false, children }: DialogProps) => (
  <ModalOverlay
    className="overlay"
    isOpen
    isDismissable={!alert && !held}
    isKeyboardDismissDisabled={held}
    onOpenChange={(isOpen) => !isOpen && onClose()}
  >
    <Modal className={wide ? 'modal wide' : 'modal'}>
      <AriaDialog className="dialog" role={alert ? 'alertdialog' : 'dialog'}>
        <Heading slot="title">{title}</Heading>
        {children}
        <Slow />
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
