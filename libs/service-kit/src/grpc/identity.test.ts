import { describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { ConfigError } from '../config/config.ts';
import { createIdentitySigner, createIdentityVerifier, type IdentityVerifier } from './identity.ts';

const AUDIENCE = 'contacts';

interface KeyPair {
  readonly publicJwk: object;
  readonly privateKey: CryptoKey;
}

async function keyPairOf(service: string): Promise<KeyPair> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  return { publicJwk: { ...(await exportJWK(publicKey)), kid: service, alg: 'EdDSA' }, privateKey };
}

/** A token that says it comes from `issuer`, signed with the key of `signer`. */
async function tokenOf({ privateKey }: KeyPair, signer: string, issuer: string): Promise<string> {
  return new SignJWT({ ws: 'ws_1', pt: 'service' })
    .setProtectedHeader({ alg: 'EdDSA', kid: signer })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject(issuer)
    .setExpirationTime('30s')
    .sign(privateKey);
}

function verifierOf(...keys: readonly KeyPair[]): IdentityVerifier {
  const publicKeys = { keys: keys.map(({ publicJwk }) => publicJwk) };
  return createIdentityVerifier(publicKeys, { audience: AUDIENCE, clock: { now: () => Date.now() } });
}

async function twoServices(): Promise<{ readonly gateway: KeyPair; readonly verifier: IdentityVerifier }> {
  const [gateway, campaigns] = [await keyPairOf('gateway'), await keyPairOf('campaigns')];
  return { gateway, verifier: verifierOf(gateway, campaigns) };
}

describe('an identity', () => {
  it('names the service that signed it', async () => {
    const { gateway, verifier } = await twoServices();
    const token = await tokenOf(gateway, 'gateway', 'gateway');
    expect(await verifier.verify(token)).toMatchObject({ caller: 'gateway', workspaceId: 'ws_1' });
  });

  it.each([
    ['gateway', 'campaigns'],
    ['campaigns', 'campaigns'],
  ])('signed by the gateway with the name of %s for the key is refused as %s', async (signer, issuer) => {
    const { gateway, verifier } = await twoServices();
    const forged = await tokenOf(gateway, signer, issuer);
    await expect(verifier.verify(forged)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});

describe('the rotation of an identity key', () => {
  it('refuses no call when all services get both public keys before the new key signs', async () => {
    const [previous, next] = [await keyPairOf('gateway'), await keyPairOf('gateway')];
    const steps = [
      { signers: [previous], verifiers: [verifierOf(previous), verifierOf(previous, next)] },
      { signers: [previous, next], verifiers: [verifierOf(previous, next)] },
      { signers: [next], verifiers: [verifierOf(previous, next), verifierOf(next)] },
    ];
    const calls = steps.flatMap(({ signers, verifiers }) =>
      signers.flatMap((signer) => verifiers.map((verifier) => ({ signer, verifier }))),
    );
    for (const { signer, verifier } of calls) {
      const token = await tokenOf(signer, 'gateway', 'gateway');
      expect(await verifier.verify(token)).toMatchObject({ caller: 'gateway' });
    }
  });

  it('refuses the previous key after its public key was removed', async () => {
    const [previous, next] = [await keyPairOf('gateway'), await keyPairOf('gateway')];
    const token = await tokenOf(previous, 'gateway', 'gateway');
    await expect(verifierOf(next).verify(token)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});

describe('a malformed identity key', () => {
  const options = { audience: AUDIENCE, clock: { now: () => Date.now() } };

  it.each([
    ['without a list', {}, 'IDENTITY_PUBLIC_KEYS: must have a list of keys'],
    ['with a text for a key', { keys: ['secret'] }, 'keys[0]'],
    ['without kid', { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'secret' }] }, 'keys[0]'],
    ['of another kind', { keys: [{ kid: 'gateway', kty: 'RSA', n: 'secret', e: 'AQAB' }] }, 'keys[0]'],
    [
      'with a short value',
      { keys: [{ kid: 'gateway', kty: 'OKP', crv: 'Ed25519', x: 'secret' }] },
      'keys[0]',
    ],
  ])('is a ConfigError at the start for public keys %s', (_name, publicKeys, expected) => {
    const start = (): unknown => createIdentityVerifier(publicKeys, options);
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(expected);
    expect(start).not.toThrow('secret');
  });

  it('is named by its position', async () => {
    const { publicJwk } = await keyPairOf('gateway');
    expect(() => createIdentityVerifier({ keys: [publicJwk, {}] }, options)).toThrow('keys[1]');
  });

  it.each([
    ['that is empty', {}],
    ['of another kind', { kid: 'gateway', kty: 'oct', k: 'secret' }],
    ['with a short value', { kid: 'gateway', kty: 'OKP', crv: 'Ed25519', x: 'secret', d: 'secret' }],
  ])('is a ConfigError at the start for a private key %s', (_name, privateJwk) => {
    const start = (): unknown => createIdentitySigner(privateJwk, options.clock);
    expect(start).toThrow(ConfigError);
    expect(start).toThrow('IDENTITY_PRIVATE_KEY');
    expect(start).not.toThrow('secret');
  });
});
