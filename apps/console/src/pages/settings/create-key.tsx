import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { SCOPES, useCreateApiKey, type ApiKey } from '../../data/api-keys.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { RequestDialog } from '../../parts/form-dialog.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';
import { useSession } from '../../session/use-session.ts';

interface Values {
  readonly name: string;
  readonly scopes: ApiKey['scopes'];
}

/** Creates a key and shows it once. Only scopes of the user can be chosen: nobody grants what they lack. */
export function CreateKey({ onClose }: { readonly onClose: () => void }): ReactNode {
  const create = useCreateApiKey();
  const current = useSession();
  const { form, dialog } = useCreateForm<Values, Values>({
    name: 'api-key',
    initialValues: { name: '', scopes: [] },
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter a name.' : null),
      scopes: (value) => (value.length === 0 ? 'Choose at least one scope.' : null),
    },
    creation: create,
    path: '/api/v1/api-keys/',
    bodyOf: (values) => values,
    onClose,
    // The key is shown before the dialog is closed.
    onCreated: () => undefined,
  });
  const allowed = SCOPES.filter((scope) => current.status === 'in' && current.token.scopes.has(scope));
  if (create.data !== undefined)
    return (
      <Dialog onClose={onClose} title="Create API key">
        <ShownOnce noun="key" secret={create.data.key} onClose={onClose} />
      </Dialog>
    );
  return (
    <RequestDialog title="Create API key" {...dialog}>
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <Checkbox.Group label="Scopes" {...form.getInputProps('scopes')}>
        <Stack gap={6} mt={6}>
          {allowed.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} />
          ))}
        </Stack>
      </Checkbox.Group>
    </RequestDialog>
  );
}
