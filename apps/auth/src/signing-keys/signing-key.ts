/** The current key signs, the next key is published already, and a previous key still verifies. */
export type SigningKeyUse = 'current' | 'next' | 'previous';

export interface SigningKey {
  readonly kid: string;
  readonly use: SigningKeyUse;
  /** Public JWK as JSON. */
  readonly public_jwk: string;
  /** Private JWK as JSON, sealed. */
  readonly sealed_private_jwk: Buffer;
  readonly created_at: Date;
  /** Set on a previous key: the end of its last token. */
  readonly expires_at?: Date;
}

/** @throws Error when there is no key of that use. */
export function requireKey(keys: readonly SigningKey[], use: SigningKeyUse): SigningKey {
  const key = keys.find((each) => each.use === use);
  if (key === undefined) throw new Error(`There is no ${use} signing key.`);
  return key;
}
