import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCreateInvitation, type InvitationCreate } from '../../data/invitations.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { UserFields, type UserValues } from './user-fields.tsx';

/** Sends a letter with a link, by which its reader chooses a user name and a password. */
export function InviteUser({ onClose }: { readonly onClose: () => void }): ReactNode {
  const create = useCreateInvitation();
  const { form, key, showError, discard } = useDraftForm<UserValues>({
    name: 'invitation',
    secrets: ['password'],
    initialValues: { username: '', password: '', email: '', role: 'member', scopes: [] },
    validate: { email: (value) => (value.includes('@') ? null : 'Enter an email address.') },
  });
  const bodyOf = ({ email, role, scopes }: UserValues): InvitationCreate => ({ email, role, scopes });
  const submit = form.onSubmit((values) => {
    const body = bodyOf(values);
    const onSuccess = (): void => {
      discard();
      onClose();
    };
    create.mutate({ body, idempotencyKey: key }, { onSuccess, onError: showError });
  });
  return (
    <FormDialog title="Invite user" onClose={onClose} onSubmit={submit} error={create.error}>
      <UserFields form={form} />
      <FormButtons
        request={() => ({ method: 'post', path: '/api/v1/invitations/', body: bodyOf(form.getValues()) })}
      >
        <Button type="submit" loading={create.isPending}>
          Invite user
        </Button>
      </FormButtons>
    </FormDialog>
  );
}
