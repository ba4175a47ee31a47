import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { endWithThisProcess } from './end-with-this-process.ts';
import { logTail } from './log-tail.ts';
import { PlainError } from './plain-error.ts';

const backoffMinMs = 100;
const backoffMaxMs = 5_000;
const steadyAfterMs = 10_000;
const readyPollMs = 50;

export interface ProcessSpec {
  name: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** File to which stdout and stderr are appended. */
  logPath: string;
  /** True if the process serves. Polled after each start. */
  isReady: () => Promise<boolean>;
  readyTimeoutMs: number;
  /** After this time a stop becomes SIGKILL. */
  stopTimeoutMs: number;
  /** Longest pause in ms before a restart. */
  backoffMsMax?: number;
}

export interface ProcessEvents {
  print: (line: string) => void;
  /** Called after a process was started or has ended. */
  changed: () => void;
}

/** A child process that is restarted with backoff if it dies without being stopped. It ends with this process. */
export class SupervisedProcess {
  readonly spec: ProcessSpec;
  readonly #events: ProcessEvents;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #isWanted = false;
  #backoffMs = backoffMinMs;
  #startedAt = 0;
  #restart: AbortController | undefined;
  #hasBeenReady = false;
  #lastEnd = 'did not start';

  constructor(spec: ProcessSpec, events: ProcessEvents) {
    this.spec = spec;
    this.#events = events;
  }

  /** The current process id; undefined while the process is down. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the process and waits until it is ready. @throws PlainError with its last log lines if it does not start. */
  async start(): Promise<void> {
    if (this.#isWanted) return;
    this.#backoffMs = backoffMinMs;
    this.#hasBeenReady = false;
    this.#spawn();
    const problem = await this.#waitUntilReady();
    if (problem === undefined) return;
    await this.stop();
    throw new PlainError(`${this.spec.name} ${problem}. Its last log lines:\n${logTail(this.spec.logPath)}`);
  }

  /** Ends the process by SIGTERM, and by SIGKILL after the stop timeout. It stays down until the next start. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    this.#restart?.abort();
    const child = this.#child;
    if (child === undefined) return;
    child.kill('SIGTERM');
    // A process that was paused by SIGSTOP handles no signal before it continues.
    child.kill('SIGCONT');
    const timer = setTimeout(() => {
      this.#events.print(`${this.spec.name} did not stop in time and is killed.`);
      child.kill('SIGKILL');
    }, this.spec.stopTimeoutMs);
    await this.#exited;
    clearTimeout(timer);
  }

  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  #spawn(): void {
    this.#isWanted = true;
    this.#startedAt = Date.now();
    const log = openSync(this.spec.logPath, 'a');
    const child = spawn(this.spec.command, this.spec.args, {
      cwd: this.spec.cwd,
      env: this.spec.env,
      stdio: ['ignore', log, log],
      // Ctrl-C in a terminal reaches the whole process group; the runner alone decides the order of stopping.
      detached: true,
    });
    closeSync(log);
    this.#child = child;
    this.#exited = new Promise((resolve) => {
      child.once('error', (error) => {
        this.#ended(child, error.message);
        resolve();
      });
      child.once('exit', (code, signal) => {
        this.#ended(child, signal === null ? `exited with code ${code}` : `was ended by ${signal}`);
        resolve();
      });
    });
    endWithThisProcess(child, this.#exited);
    this.#events.changed();
  }

  #ended(child: ChildProcess, how: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#lastEnd = how;
    this.#events.changed();
    if (this.#isWanted && this.#restart === undefined && this.#hasBeenReady) void this.#restartLater(how);
  }

  async #restartLater(firstProblem: string): Promise<void> {
    let how = firstProblem;
    const restart = new AbortController();
    this.#restart = restart;
    if (Date.now() - this.#startedAt > steadyAfterMs) this.#backoffMs = backoffMinMs;
    const isOver = (): boolean => restart.signal.aborted;
    while (!isOver()) {
      this.#events.print(`${this.spec.name} ${how}; starting it again in ${this.#backoffMs} ms.`);
      await delay(this.#backoffMs, undefined, { signal: restart.signal }).catch(() => undefined);
      if (isOver()) break;
      this.#backoffMs = Math.min(this.#backoffMs * 2, this.spec.backoffMsMax ?? backoffMaxMs);
      this.#spawn();
      const problem = await this.#waitUntilReady();
      if (isOver()) break;
      if (problem === undefined) {
        this.#events.print(`${this.spec.name} is back (pid ${this.pid}).`);
        break;
      }
      how = problem;
      this.kill('SIGKILL');
      await this.#exited;
    }
    if (this.#restart === restart) this.#restart = undefined;
  }

  // Resolves to undefined once the process is ready, else to the problem.
  async #waitUntilReady(): Promise<string | undefined> {
    const child = this.#child;
    const deadline = Date.now() + this.spec.readyTimeoutMs;
    while (Date.now() < deadline) {
      if (this.#child !== child || child === undefined) return this.#lastEnd;
      if (!this.#isWanted) return 'was stopped while it was starting';
      if (await this.spec.isReady()) {
        this.#hasBeenReady = true;
        return undefined;
      }
      await delay(readyPollMs);
    }
    return `was not ready within ${this.spec.readyTimeoutMs / 1_000} s`;
  }
}
