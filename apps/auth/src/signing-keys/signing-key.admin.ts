import type { CommandTable } from '@outreach/app-kit';
import { withCall, type NewId } from '@outreach/service-kit';
import { operatorCall } from '../audit-log/index.ts';
import type { TokenSigner } from './ports.ts';

/** Every event names a workspace; signing keys belong to all of them. */
const INSTALLATION = 'installation';

export function signingKeyCommands(signer: TokenSigner, newId: NewId): CommandTable {
  const asOperator = async <T>(fn: () => Promise<T>): Promise<T> =>
    withCall(operatorCall(newId, INSTALLATION), fn);
  return {
    'signing-key rotate': {
      usage: 'signing-key rotate',
      run: async () => ({ signing_keys: await asOperator(async () => signer.rotate()) }),
    },
    'signing-key revoke': {
      usage: 'signing-key revoke --kid K',
      required: ['kid'],
      run: async ({ flags }) => {
        const kid = flags['kid'] ?? '';
        return { revoked: kid, signing_keys: await asOperator(async () => signer.revoke(kid)) };
      },
    },
  };
}
