/** The running numbers of a workspace that has, or once had, an endpoint. */
export interface Sequences {
  readonly workspace_id: string;
  readonly endpoint_count: number;
  /** Number of the last stored event. */
  readonly event_sequence: number;
  /** Number of the last event for each endpoint, by endpoint id. */
  readonly endpoint_sequences: Readonly<Record<string, number>>;
}
