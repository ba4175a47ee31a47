import type { Schema } from '@outreach/client';
import { outreach } from './client.ts';
import { useChange, type Change } from './use-change.ts';

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
  return useChange(
    async (user_id) => outreach.delete('/api/v1/users/{user_id}/totp/', { params: { path: { user_id } } }),
    [],
  );
}
