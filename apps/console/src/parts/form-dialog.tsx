import { Modal, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface FormDialogProps {
  /** A verb with its object: `Create user`. */
  readonly title: string;
  readonly onClose: () => void;
  readonly onSubmit: ComponentProps<'form'>['onSubmit'];
  readonly error: Error | null;
  /** Fields, then the buttons. */
  readonly children: ReactNode;
}

/** A short form in a dialog, with the reason of a refusal above its fields. */
export function FormDialog({ title, onClose, onSubmit, error, children }: FormDialogProps): ReactNode {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
      size="lg"
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          {error !== null && <Failure error={error} />}
          {children}
        </Stack>
      </form>
    </Modal>
  );
}
