import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useDeleteTotp } from '../../data/second-factor.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { noFactorError } from './no-factor-error.ts';

interface TurnOffFactorProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for a code, and turns the second factor of the caller off. */
export function TurnOffFactor({ onClose, onDone }: TurnOffFactorProps): ReactNode {
  const remove = useDeleteTotp();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? 'Enter a code.' : null) },
  });
  const submit = form.onSubmit(({ code }) => remove.mutate(code.trim(), { onSuccess: onDone }));
  return (
    <FormDialog
      title="Turn off the second factor"
      onClose={onClose}
      onSubmit={submit}
      error={noFactorError(remove.error)}
    >
      <TextInput
        label="Code"
        description="Six digits of your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        data-autofocus
        {...form.getInputProps('code')}
      />
      <Group justify="flex-end">
        <Button type="submit" color="red.8" loading={remove.isPending}>
          Turn off the second factor
        </Button>
      </Group>
    </FormDialog>
  );
}
