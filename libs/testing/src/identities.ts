import { exportJWK, generateKeyPair } from 'jose';
import { systemClock, type Clock } from '@outreach/service-kit';
import {
  createIdentitySigner,
  createIdentityVerifier,
  type IdentitySigner,
  type IdentityVerifier,
} from '@outreach/service-kit/grpc';

export interface TestIdentities {
  readonly signer: IdentitySigner;
  verifierFor(audience: string): IdentityVerifier;
  /** The value of IDENTITY_PUBLIC_KEYS. */
  readonly privateJwk: Record<string, unknown>;
  readonly publicKeys: Record<string, unknown>;
}

/** A new key pair of a calling service, and the public keys for the called service. */
export async function createTestIdentities(
  caller = 'gateway',
  clock: Clock = systemClock,
): Promise<TestIdentities> {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  const privateJwk = { ...(await exportJWK(pair.privateKey)), kid: caller };
  const publicKeys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: caller, alg: 'EdDSA' }] };
  return {
    signer: createIdentitySigner(privateJwk, clock),
    verifierFor: (audience) => createIdentityVerifier(publicKeys, { audience, clock }),
    privateJwk,
    publicKeys,
  };
}
