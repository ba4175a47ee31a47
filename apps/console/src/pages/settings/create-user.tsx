import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCreateUser, type UserCreate } from '../../data/users.ts';
import { passwordError } from '../../parts/password-error.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { SECRET } from '../../parts/api-request.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { UserFields, type UserValues } from './user-fields.tsx';

const USERNAME = /^[A-Za-z0-9._@+-]{1,120}$/;

/** Creates a user with a first password. */
export function CreateUser({ onClose }: { readonly onClose: () => void }): ReactNode {
  const create = useCreateUser();
  const { form, key, showError, discard } = useDraftForm<UserValues>({
    name: 'user',
    secrets: ['password'],
    initialValues: { username: '', password: '', email: '', role: 'member', scopes: [] },
    validate: {
      username: (value) => (USERNAME.test(value) ? null : 'Enter 1 to 120 of letters, digits and . _ @ + -'),
      password: passwordError,
    },
  });
  const bodyOf = ({ email, ...rest }: UserValues): UserCreate => ({
    ...rest,
    ...(email === '' ? {} : { email }),
  });
  const submit = form.onSubmit((values) => {
    const body = bodyOf(values);
    const onSuccess = (): void => {
      discard();
      onClose();
    };
    create.mutate({ body, idempotencyKey: key }, { onSuccess, onError: showError });
  });
  return (
    <FormDialog title="Create user" onClose={onClose} onSubmit={submit} error={create.error}>
      <TextInput
        label="User name"
        autoComplete="off"
        data-autofocus
        required
        {...form.getInputProps('username')}
      />
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        required
        {...form.getInputProps('password')}
      />
      <UserFields form={form} />
      <FormButtons
        request={() => {
          const body = { ...bodyOf(form.getValues()), password: SECRET };
          return { method: 'post', path: '/api/v1/users/', body };
        }}
      >
        <Button type="submit" loading={create.isPending}>
          Create user
        </Button>
      </FormButtons>
    </FormDialog>
  );
}
