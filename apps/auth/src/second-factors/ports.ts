import type { SecondFactor } from './second-factor.ts';

/** The second factors of all users, by the id of the user. */
export interface SecondFactorStore {
  find(userId: string): Promise<SecondFactor | undefined>;
  /** Part of a transaction. */
  save(factor: SecondFactor): Promise<void>;
  /** Part of a transaction: returns false if the user has none. */
  remove(userId: string): Promise<boolean>;
}

export interface FactorOwner {
  readonly id: string;
  readonly workspace_id: string;
  readonly username: string;
}

export interface FactorUsers {
  /** The current state of a user. Transactions that lock the same user run one after another. */
  lock(id: string): Promise<FactorOwner | undefined>;
  /** A user of the current call's workspace. */
  findOwn(id: string): Promise<FactorOwner | undefined>;
}
