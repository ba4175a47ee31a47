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
