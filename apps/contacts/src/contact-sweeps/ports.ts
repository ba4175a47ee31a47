/** A deleted custom field or segment whose values a job removes from contacts later. */
export interface Sweep {
  readonly kind: 'custom_field' | 'segment';
  readonly id: string;
}

export interface Sweeps {
  /** Runs in the unit of work that deletes the record. */
  add(sweep: Sweep): Promise<void>;
}

/** The stored fields of a sweep. */
export interface SweepFields extends Pick<Sweep, 'kind'> {
  /** True after the first sweep. */
  readonly is_recheck?: boolean;
}

export interface WaitingSweep extends Sweep {
  readonly workspaceId: string;
}

/** Contacts of all workspaces. */
export interface SweptContacts {
  /** Removes the values from contacts, in steps. Emits no event and changes no updated_at. False if it was stopped. */
  removeValues(sweep: WaitingSweep, signal: AbortSignal): Promise<boolean>;
}
