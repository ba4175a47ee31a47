import type { AuthServiceService } from '@outreach/contracts-auth';
import type { MethodsOf } from '@outreach/service-kit/rpc';
import type { TokenSigner } from './ports.ts';

export type SigningKeyMethods = MethodsOf<typeof AuthServiceService, 'getJwks'>;

export function signingKeyMethods(signer: Pick<TokenSigner, 'jwks'>): SigningKeyMethods {
  return { getJwks: { scope: 'public', query: async () => ({ jwks_json: await signer.jwks() }) } };
}
