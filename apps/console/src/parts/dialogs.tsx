import { Button, Group, Modal, Stack, Text, type ModalProps } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useLayoutEffect, type ComponentProps, type ReactNode } from 'react';
import { FormButtons } from './api-button.tsx';
import type { ApiRequest } from './api-request.ts';
import { Failure } from './failure.tsx';

interface DialogProps extends Pick<ModalProps, 'size' | 'closeOnClickOutside' | 'closeOnEscape'> {
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

interface ConfirmProps {
  readonly onClose: () => void;
  /** A verb with its object: `Archive campaign`. */
  readonly action: string;
  /** The effect, with counts. */
  readonly effect: string;
  readonly onConfirm: () => void;
  /** The change that `onConfirm` starts. */
  readonly change: Pick<UseMutationResult, 'isPending' | 'error' | 'reset'>;
  /** False for an action that ends or deletes nothing. */
  readonly isDangerous?: boolean;
}

/** Asks before an action, and shows its progress and its failure, which the next question does not show. */
export function Confirm(props: ConfirmProps): ReactNode {
  const { onClose, action, effect, onConfirm, change, isDangerous = true } = props;
  const close = (): void => {
    if (!change.isPending) change.reset();
    onClose();
  };
  return (
    <Dialog onClose={close} title={action}>
      <Stack gap="md">
        <Text>{effect}</Text>
        {change.error !== null && <Failure error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            {...(isDangerous ? { color: 'red.8' } : {})}
            loading={change.isPending}
            onClick={onConfirm}
            data-autofocus
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

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
