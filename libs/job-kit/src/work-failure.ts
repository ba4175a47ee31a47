/** The failure of a handler of a work item. */
export interface WorkFailure {
  readonly thrown: unknown;
  /** True when the process stops: the attempt counts as interrupted, not as failed. */
  readonly isStopping: boolean;
}
