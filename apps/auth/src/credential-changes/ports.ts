import type { CredentialChange, StoredChange } from './credential-change.ts';

/** Reports changed credentials to the gateways. */
export interface CredentialChanges {
  /** Part of the transaction of the change: publishes its event and stores it for gateways that miss the event. */
  record(change: CredentialChange): Promise<void>;
}

export interface CredentialChangeStore {
  /** Replaces the previous change of the same record. */
  save(change: StoredChange): Promise<void>;
  /** Every change that is younger than KEPT_SECONDS, and some older ones. */
  list(countMax: number): Promise<readonly StoredChange[]>;
}
