import type { AuthMethods } from '../methods/index.ts';
import type { CredentialChangeStore } from './ports.ts';

/** More changes are not listed: gateways then drop all cached statuses. */
const LISTED_MAX = 10_000;

export function credentialChangeMethods(changes: Pick<CredentialChangeStore, 'list'>): AuthMethods {
  return {
    listCredentialChanges: {
      scope: { service: 'gateway' },
      query: async () => {
        const found = await changes.list(LISTED_MAX + 1);
        if (found.length > LISTED_MAX) return { changes: [], is_truncated: true };
        const listed = found.map(({ type, id, changeId }) => ({ type, id, change_id: changeId }));
        return { changes: listed, is_truncated: false };
      },
    },
  };
}
