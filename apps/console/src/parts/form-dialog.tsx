import { Button, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { FormButtons } from './api-button.tsx';
import type { ApiRequest } from './api-request.ts';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Failure } from './failure.tsx';

interface FormDialogProps extends Omit<DialogProps, 'size' | 'closeOnClickOutside'> {
  readonly onSubmit: ComponentProps<'form'>['onSubmit'];
  readonly error: Error | null;
}

/** A short form in a dialog, with the reason of a refusal above its fields. Its children are the fields, then the buttons. */
export function FormDialog({ title, onClose, onSubmit, error, children }: FormDialogProps): ReactNode {
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          {error !== null && <Failure error={error} />}
          {children}
        </Stack>
      </form>
    </Dialog>
  );
}

export interface RequestDialogProps extends FormDialogProps {
  /** The text of the button, if it is not the title. */
  readonly action?: string;
  /** The request of the form. */
  readonly request: () => ApiRequest;
  readonly isRunning: boolean;
  /** True while the form cannot be sent. */
  readonly isIncomplete?: boolean;
}

/** A form that sends one request, which the button `API` shows. Its children are the fields. */
export function RequestDialog(props: RequestDialogProps): ReactNode {
  const { action, request, isRunning, isIncomplete = false, children, ...dialog } = props;
  return (
    <FormDialog {...dialog}>
      {children}
      <FormButtons request={request}>
        <Button type="submit" loading={isRunning} disabled={isIncomplete}>
          {action ?? dialog.title}
        </Button>
      </FormButtons>
    </FormDialog>
  );
}
