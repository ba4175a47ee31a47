import type { Schema } from '@outreach/client';
import { outreach } from './client.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Invitation = Schema<'Invitation'>;
export type InvitationCreate = Schema<'InvitationCreate'>;

const KEY = ['invitations'];

export function useInvitations(): ListState<Invitation> {
  return usePages({
    key: KEY,
    load: async (position) => outreach.get('/api/v1/invitations/', { params: { query: position } }),
  });
}

export function useCreateInvitation(): Change<Submitted<InvitationCreate>> {
  return useChange(async (input) => outreach.post('/api/v1/invitations/', input), [KEY]);
}

export function useDeleteInvitation(): Change<string> {
  return useChange(
    async (invitation_id) =>
      outreach.delete('/api/v1/invitations/{invitation_id}/', { params: { path: { invitation_id } } }),
    [KEY],
  );
}
