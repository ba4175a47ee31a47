import { Button, Checkbox, Code, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { SCOPES, useCreateApiKey, type ApiKey } from '../../data/api-keys.ts';
import { Failure } from '../../parts/failure.tsx';
import { randomKey } from '../../parts/random-key.ts';
import { useSession } from '../../session/use-session.ts';

interface Values {
  readonly name: string;
  readonly scopes: ApiKey['scopes'];
}

/** Creates a key and shows it once. Only scopes of the user can be chosen: nobody grants what they lack. */
export function CreateKey({ onClose }: { readonly onClose: () => void }): ReactNode {
  const create = useCreateApiKey();
  const close = { 'aria-label': 'Close' };
  return (
    <Modal opened onClose={onClose} title="Create API key" closeButtonProps={close} centered>
      {create.data === undefined ? (
        <KeyForm
          error={create.error}
          isRunning={create.isPending}
          onSubmit={(values, idempotencyKey) => create.mutate({ ...values, idempotencyKey })}
        />
      ) : (
        <CreatedKey secret={create.data.key} onClose={onClose} />
      )}
    </Modal>
  );
}

interface KeyFormProps {
  readonly error: Error | null;
  readonly isRunning: boolean;
  readonly onSubmit: (values: Values, idempotencyKey: string) => void;
}

function KeyForm({ error, isRunning, onSubmit }: KeyFormProps): ReactNode {
  const current = useSession();
  const [idempotencyKey] = useState(randomKey);
  const form = useForm<Values>({
    initialValues: { name: '', scopes: [] },
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter a name.' : null),
      scopes: (value) => (value.length === 0 ? 'Choose at least one scope.' : null),
    },
  });
  const allowed = SCOPES.filter((scope) => current.status === 'in' && current.token.scopes.has(scope));
  return (
    <form onSubmit={form.onSubmit((values) => onSubmit(values, idempotencyKey))} noValidate>
      <Stack gap="md">
        {error !== null && <Failure error={error} />}
        <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
        <Checkbox.Group label="Scopes" {...form.getInputProps('scopes')}>
          <Stack gap={6} mt={6}>
            {allowed.map((scope) => (
              <Checkbox key={scope} value={scope} label={scope} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button type="submit" loading={isRunning}>
            Create API key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CreatedKey({
  secret,
  onClose,
}: {
  readonly secret: string;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Stack gap="md">
      <Text>Copy the key now. It is not shown again.</Text>
      <Code block tabIndex={0}>
        {secret}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy key'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}
