/** An event as it is stored for deliveries. */
export interface StoredEvent {
  readonly id: string;
  readonly workspace_id: string;
  /** Running number of the event in its workspace. */
  readonly sequence: number;
  readonly type: string;
  /** The record whose erasure erases the data of the event: for `email.*` the contact, not the send. */
  readonly aggregate_id: string;
  readonly occurred_at: Date;
  /** The delivery body, the same bytes for every endpoint and attempt. */
  readonly body: string;
}

/** A record of another service whose events are stored here. */
export interface Aggregate {
  readonly workspaceId: string;
  readonly id: string;
}
