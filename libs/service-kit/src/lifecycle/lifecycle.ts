/** A part of a process that is started in order and stopped in reverse. */
export interface Resource {
  readonly name: string;
  start?(): Promise<void>;
  /** Finishes the work that is under way; must end within the drain time of the process. */
  stop?(): Promise<void>;
}

/** A resource with both steps, for code that starts and stops it directly. */
export type StartableResource = Required<Resource>;

/** Long work under the supervisor: runs until `signal` aborts. When it throws, it is started again with backoff. */
export interface Job {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}
