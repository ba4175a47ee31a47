import type { SigningKey, SigningKeyUse } from './signing-key.ts';

export interface UseChange {
  readonly from: SigningKeyUse;
  readonly to: SigningKeyUse;
  readonly expiresAt?: Date;
}

export interface SigningKeyStore {
  list(): Promise<readonly SigningKey[]>;
  /** Returns false if another process has stored a key of that use first. */
  insert(key: SigningKey): Promise<boolean>;
  /** Changes the use of a key. Returns false if its use is not `from`. */
  changeUse(kid: string, change: UseChange): Promise<boolean>;
  removeExpired(now: Date): Promise<void>;
  /** Returns false if there is no such key, or its use has changed. */
  remove(kid: string, use: SigningKeyUse): Promise<boolean>;
}

/** Seals private keys for the database. */
export interface KeySealer {
  seal(plain: Uint8Array): Buffer;
  open(sealed: Uint8Array): Buffer;
}

export interface AccessClaims {
  readonly userId: string;
  readonly workspaceId: string;
  readonly role: string;
  readonly scopes: readonly string[];
}

/** Ids of signing keys. */
export interface RotatedKeys {
  readonly current: string;
  readonly next: string;
  readonly previous: readonly string[];
}

export interface TokenSigner {
  /** A compact JWT that is valid for 15 minutes. */
  signAccess(claims: AccessClaims): Promise<string>;
  /** RFC 7517 document of the keys that verify tokens. */
  jwks(): Promise<string>;
  /** The next key becomes the current one once it has been published long enough. */
  rotate(): Promise<RotatedKeys>;
  /** Tokens of the key are invalid from now on. @throws AppError not_found. */
  revoke(kid: string): Promise<RotatedKeys>;
}
