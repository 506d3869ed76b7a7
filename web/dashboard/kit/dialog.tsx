import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

interface Props {
  title: string;
  onClose: () => void;
  /** Interrupts: for what cannot be taken back. */
  alert?: boolean;
  children: ReactNode;
}

/** Open as long as it is rendered. */
export const Dialog = ({ title, onClose, alert = false, children }: Props) => (
  <ModalOverlay className="overlay" isOpen isDismissable={!alert} onOpenChange={(isOpen) => !isOpen && onClose()}>
    <Modal className="modal">
      <AriaDialog className="dialog" role={alert ? 'alertdialog' : 'dialog'}>
        <Heading slot="title">{title}</Heading>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
