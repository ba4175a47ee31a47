import type { TrackingKind, TrackingLink } from '@outreach/contracts-campaigns';

/** A request for a link of an email. */
export interface Hit extends TrackingLink {
  readonly kind: TrackingKind;
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly user_agent: string;
  /** The address of the client. */
  readonly address: string;
}

/** Where requests for links are stored until the campaigns service has counted them. */
export interface HitSink {
  /** Stores the hit soon. While the broker is away, a bounded number of hits waits in memory. */
  add(hit: Hit): void;
}

/** Where unsubscribes are stored while the campaigns service cannot be reached. */
export interface UnsubscribeStream {
  /** Resolves to true when the broker has stored the unsubscribe, and to false when it was not stored in time. */
  store(hit: Hit): Promise<boolean>;
}

/** Takes unsubscribes over. */
export interface Unsubscriber {
  /** Resolves to true when the unsubscribe is committed or stored, and to false if neither is certain. */
  unsubscribe(hit: Hit, requestId: string): Promise<boolean>;
}
