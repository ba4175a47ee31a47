/** A part of a process that is started in order and stopped in reverse. */
export interface Resource {
  readonly name: string;
  start(): Promise<void>;
  /** Finishes what is under way; must end within the process's drain time. */
  stop(): Promise<void>;
}

/** Long work under the supervisor: runs until `signal` aborts; when it throws it is started again with backoff. */
export interface Job {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}
