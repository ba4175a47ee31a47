import type { Schema } from '@outreach/client';
import { outreach } from './client.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type User = Schema<'User'>;
export type UserCreate = Schema<'UserCreate'>;

const KEY = ['users'];
const ofUser = (user_id: string) => ({ params: { path: { user_id } } });

export function useUsers(): ListState<User> {
  return usePages({
    key: KEY,
    load: async (position) => outreach.get('/api/v1/users/', { params: { query: position } }),
  });
}

export function useCreateUser(): Change<Submitted<UserCreate>> {
  return useChange(async (input) => outreach.post('/api/v1/users/', input), [KEY]);
}

export interface UserChange {
  readonly id: string;
  readonly body: Schema<'UserUpdate'>;
}

export function useUpdateUser(): Change<UserChange> {
  return useChange(
    async ({ id, body }) => outreach.patch('/api/v1/users/{user_id}/', { ...ofUser(id), body }),
    [KEY],
  );
}

export function useDeleteUser(): Change<string> {
  return useChange(async (id) => outreach.delete('/api/v1/users/{user_id}/', ofUser(id)), [KEY]);
}

export type Invitation = Schema<'Invitation'>;
export type InvitationCreate = Schema<'InvitationCreate'>;

const INVITATIONS = ['invitations'];

export function useInvitations(): ListState<Invitation> {
  return usePages({
    key: INVITATIONS,
    load: async (position) => outreach.get('/api/v1/invitations/', { params: { query: position } }),
  });
}

export function useCreateInvitation(): Change<Submitted<InvitationCreate>> {
  return useChange(async (input) => outreach.post('/api/v1/invitations/', input), [INVITATIONS]);
}

export function useDeleteInvitation(): Change<string> {
  return useChange(
    async (invitation_id) =>
      outreach.delete('/api/v1/invitations/{invitation_id}/', { params: { path: { invitation_id } } }),
    [INVITATIONS],
  );
}

export type TotpSecret = Schema<'TotpSecret'>;

/** Makes a secret that has no effect until a code confirms it. */
export function useCreateTotp(): Change<void, TotpSecret> {
  return useChange(async () => outreach.post('/api/v1/users/me/totp/'), []);
}

/** Turns the second factor on, and returns the recovery codes. */
export function useConfirmTotp(): Change<string, Schema<'RecoveryCodes'>> {
  return useChange(async (code) => outreach.post('/api/v1/users/me/totp/confirm/', { body: { code } }), []);
}

export function useDeleteTotp(): Change<string> {
  return useChange(async (code) => outreach.delete('/api/v1/users/me/totp/', { body: { code } }), []);
}

/** Turns the second factor of a user off, by its id. */
export function useResetTotp(): Change<string> {
  return useChange(async (id) => outreach.delete('/api/v1/users/{user_id}/totp/', ofUser(id)), []);
}

export type ApiKey = Schema<'ApiKey'>;

export const SCOPES = [
  'contacts:read',
  'contacts:write',
  'campaigns:read',
  'campaigns:write',
  'webhooks:read',
  'webhooks:write',
  'admin:keys',
  'admin:gdpr',
] as const satisfies readonly ApiKey['scopes'][number][];

export function useApiKeys(): ListState<ApiKey> {
  return usePages({
    key: ['api-keys'],
    load: async (position) => outreach.get('/api/v1/api-keys/', { params: { query: position } }),
  });
}

export function useCreateApiKey(): Change<Submitted<Schema<'ApiKeyCreate'>>, Schema<'CreatedApiKey'>> {
  return useChange(async (input) => outreach.post('/api/v1/api-keys/', input), [['api-keys']]);
}

export function useRevokeApiKey(): Change<string> {
  return useChange(
    async (key_id) => outreach.delete('/api/v1/api-keys/{key_id}/', { params: { path: { key_id } } }),
    [['api-keys']],
  );
}
