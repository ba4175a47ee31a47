import type { AuthMethods } from '../methods/index.ts';
import type { TokenSigner } from './ports.ts';

export function signingKeyMethods(signer: Pick<TokenSigner, 'jwks'>): AuthMethods {
  return { getJwks: { scope: 'public', query: async () => ({ jwks_json: await signer.jwks() }) } };
}
