import type { ServiceBase } from '@outreach/app-kit';
import { pause, type Resource } from '@outreach/service-kit/lifecycle';
import type { CredentialChanges } from '../credential-changes/index.ts';
import type { AuthFeature } from '../methods/index.ts';
import type { TokenSigner } from './ports.ts';
import { signingKeyCommands } from './signing-key.admin.ts';
import { createSigningKeyStore } from './signing-key.store.ts';
import { signingKeyMethods } from './signing-keys.rpc.ts';
import { createTokenSigner } from './token-signer.ts';

export type { TokenSigner } from './ports.ts';

export interface SigningKeys extends AuthFeature {
  readonly signer: TokenSigner;
}

/** The keys that sign access tokens: creation, publication and rotation. */
export function createSigningKeys(
  { mongo, sealer, clock, ids, units }: ServiceBase,
  { changes }: { readonly changes: CredentialChanges },
): SigningKeys {
  const signer = createTokenSigner({
    keys: createSigningKeyStore(mongo.connection),
    sealer,
    clock,
    newId: ids,
    changes,
    unitOfWork: async (fn) => units.unitOfWork(fn),
    wait: async (ms) => pause(ms, new AbortController().signal),
  });
  // The keys exist before the first request.
  const keys: Resource = {
    name: 'signing-keys',
    start: async () => {
      await signer.jwks();
    },
  };
  return {
    name: 'signing-keys',
    methods: signingKeyMethods(signer),
    resources: [keys],
    admin: signingKeyCommands(signer, ids),
    signer,
  };
}
