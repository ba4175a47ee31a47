/** An account that has sent emails within a time. */
export interface InboxUse {
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
}

/** The mailboxes that workers read. Every method is part of a transaction. */
export interface InboxWork {
  /** Reads the mailboxes of accounts that send. */
  use(uses: readonly InboxUse[]): Promise<void>;
  /** A worker connects again, with the changed settings of the account. */
  restart(accountId: string): Promise<void>;
  /** Ends the pause after failed connections. */
  resume(accountId: string): Promise<void>;
  remove(accountId: string): Promise<void>;
}
