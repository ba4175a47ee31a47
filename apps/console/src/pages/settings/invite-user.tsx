import type { ReactNode } from 'react';
import { useCreateInvitation, type InvitationCreate } from '../../data/invitations.ts';
import { RequestDialog } from '../../parts/form-dialog.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';
import { UserFields, type UserValues } from './user-fields.tsx';

/** Sends a letter with a link, by which its reader chooses a user name and a password. */
export function InviteUser({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { form, dialog } = useCreateForm<UserValues, InvitationCreate>({
    name: 'invitation',
    secrets: ['password'],
    initialValues: { username: '', password: '', email: '', role: 'member', scopes: [] },
    validate: { email: (value) => (value.includes('@') ? null : 'Enter an email address.') },
    creation: useCreateInvitation(),
    path: '/api/v1/invitations/',
    bodyOf: ({ email, role, scopes }) => ({ email, role, scopes }),
    onClose,
  });
  return (
    <RequestDialog title="Invite user" {...dialog}>
      <UserFields form={form} />
    </RequestDialog>
  );
}
