import { Button, Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { SCOPES, useCreateApiKey, type ApiKey } from '../../data/api-keys.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { useSession } from '../../session/use-session.ts';

interface Values {
  readonly name: string;
  readonly scopes: ApiKey['scopes'];
}

/** Creates a key and shows it once. Only scopes of the user can be chosen: nobody grants what they lack. */
export function CreateKey({ onClose }: { readonly onClose: () => void }): ReactNode {
  const create = useCreateApiKey();
  const current = useSession();
  const { form, key, showError, discard } = useDraftForm<Values>({
    name: 'api-key',
    initialValues: { name: '', scopes: [] },
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter a name.' : null),
      scopes: (value) => (value.length === 0 ? 'Choose at least one scope.' : null),
    },
  });
  const allowed = SCOPES.filter((scope) => current.status === 'in' && current.token.scopes.has(scope));
  const submit = form.onSubmit((values) =>
    create.mutate({ ...values, idempotencyKey: key }, { onSuccess: discard, onError: showError }),
  );
  const close = { 'aria-label': 'Close' };
  if (create.data !== undefined)
    return (
      <Modal opened onClose={onClose} title="Create API key" closeButtonProps={close} centered>
        <ShownOnce noun="key" secret={create.data.key} onClose={onClose} />
      </Modal>
    );
  return (
    <FormDialog title="Create API key" onClose={onClose} onSubmit={submit} error={create.error}>
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <Checkbox.Group label="Scopes" {...form.getInputProps('scopes')}>
        <Stack gap={6} mt={6}>
          {allowed.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} />
          ))}
        </Stack>
      </Checkbox.Group>
      <FormButtons request={() => ({ method: 'post', path: '/api/v1/api-keys/', body: form.getValues() })}>
        <Button type="submit" loading={create.isPending}>
          Create API key
        </Button>
      </FormButtons>
    </FormDialog>
  );
}
