import type { CredentialType } from '@outreach/contracts-auth/credentials';

/** A change of a user, API key, workspace or signing key, after which caches of gateways are out of date. */
export interface CredentialChange {
  readonly type: CredentialType;
  /** The id of the changed record. */
  readonly id: string;
  /** The version of the record after the change. */
  readonly version: number;
}

/** The last change of a record. */
export interface StoredChange extends Pick<CredentialChange, 'type' | 'id'> {
  /** Unique for each change. */
  readonly changeId: string;
}
