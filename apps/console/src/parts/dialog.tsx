import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect, type ReactNode } from 'react';

export interface DialogProps extends Pick<ModalProps, 'size' | 'closeOnClickOutside' | 'closeOnEscape'> {
  /** A verb with its object: `Create user`. */
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that is open while it is rendered. The focus returns to the button or the menu that opened it. */
export function Dialog(props: DialogProps): ReactNode {
  useLayoutEffect(() => {
    const opener = openerOf();
    return () => opener?.focus({ preventScroll: true });
  }, []);
  return <Modal opened {...props} />;
}

/** The focused element; the button of a menu in place of its item, which is gone when the dialog closes. */
function openerOf(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (typeof menu === 'string') return document.getElementById(menu);
  return activeElement instanceof HTMLElement ? activeElement : null;
}
