import type { CommandTable } from '@outreach/app-kit';
import type { TokenSigner } from './ports.ts';

export function signingKeyCommands(signer: Pick<TokenSigner, 'rotate'>): CommandTable {
  return {
    'signing-key rotate': {
      usage: 'signing-key rotate',
      run: async () => ({ signing_keys: await signer.rotate() }),
    },
  };
}
