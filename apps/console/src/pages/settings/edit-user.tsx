import { Button, PasswordInput, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useDeleteUser, useResetTotp, useUpdateUser, type User, type UserChange } from '../../data/users.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { SECRET } from '../../parts/api-request.ts';
import { Confirm, FormDialog } from '../../parts/dialogs.tsx';
import { passwordError } from '../../parts/password-error.ts';
import { noFactorError } from './no-factor-error.ts';
import { useCaller, UserFields, type UserValues } from './user-fields.tsx';

interface EditUserProps {
  readonly user: User;
  readonly onClose: () => void;
}

interface Values extends UserValues {
  readonly is_active: boolean;
}

/** The fields that differ from those of the user. */
function changesOf(user: User, values: Values): UserChange['body'] {
  const { email, role, scopes, is_active, password } = values;
  return {
    ...(email === (user.email ?? '') ? {} : { email: email === '' ? null : email }),
    ...(role === user.role ? {} : { role }),
    ...(scopes.toSorted().join() === user.scopes.toSorted().join() ? {} : { scopes }),
    ...(is_active === user.is_active ? {} : { is_active }),
    ...(password === '' ? {} : { password }),
  };
}

/** Changes, deactivates or deletes a user. */
export function EditUser({ user, onClose }: EditUserProps): ReactNode {
  const update = useUpdateUser();
  const remove = useDeleteUser();
  const [isAsking, question] = useDisclosure();
  const [isResetting, resetting] = useDisclosure();
  const caller = useCaller();
  const { username, role, scopes, is_active } = user;
  const form = useForm<Values>({
    initialValues: { username, role, scopes, is_active, email: user.email ?? '', password: '' },
    validate: { password: (value) => (value === '' ? null : passwordError(value)) },
  });
  const submit = form.onSubmit((values) =>
    update.mutate({ id: user.id, body: changesOf(user, values) }, { onSuccess: onClose }),
  );
  if (isAsking)
    return (
      <Confirm
        onClose={question.close}
        action="Delete user"
        effect={`${username} is logged out at once and cannot log in again. This cannot be undone.`}
        change={remove}
        onConfirm={() => remove.mutate(user.id, { onSuccess: onClose })}
      />
    );
  if (isResetting) return <ResetFactor user={user} onClose={resetting.close} onDone={onClose} />;
  return (
    <FormDialog title={`Edit ${username}`} onClose={onClose} onSubmit={submit} error={update.error}>
      <UserFields form={form} />
      <PasswordInput
        label="New password"
        description="Without one the password stays."
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <Switch
        label="Active"
        description="A deactivated user is logged out and cannot log in."
        {...form.getInputProps('is_active', { type: 'checkbox' })}
      />
      <FormButtons
        request={() => {
          const changes = changesOf(user, form.getValues());
          const body = changes.password === undefined ? changes : { ...changes, password: SECRET };
          return { method: 'patch', path: '/api/v1/users/{user_id}/', params: { user_id: user.id }, body };
        }}
      >
        {caller.role === 'owner' && (
          <Button variant="default" onClick={resetting.open}>
            Reset second factor
          </Button>
        )}
        <Button variant="default" c="error" onClick={question.open}>
          Delete user
        </Button>
        <Button type="submit" loading={update.isPending}>
          Save user
        </Button>
      </FormButtons>
    </FormDialog>
  );
}

interface ResetFactorProps {
  readonly user: Pick<User, 'id' | 'username'>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** An owner turns the second factor of a user off who has lost the app and the recovery codes. */
function ResetFactor({ user, onClose, onDone }: ResetFactorProps): ReactNode {
  const reset = useResetTotp();
  return (
    <Confirm
      onClose={onClose}
      action="Reset second factor"
      effect={`${user.username} can log in with the password alone, until a new second factor is turned on.`}
      change={{ ...reset, error: noFactorError(reset.error) }}
      onConfirm={() => reset.mutate(user.id, { onSuccess: onDone })}
    />
  );
}
