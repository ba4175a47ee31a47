import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
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
  /** Where stdout and stderr go, appended. */
  logPath: string;
  /** Whether it serves now; asked again and again after each start. */
  isReady: () => Promise<boolean>;
  readyTimeoutMs: number;
  /** After this time a stop becomes SIGKILL. */
  stopTimeoutMs: number;
  /** Longest pause before it is started again after a death. */
  backoffMsMax?: number;
}

export interface ProcessEvents {
  say: (line: string) => void;
  /** A process was started or has ended: the ids have changed. */
  changed: () => void;
}

/** One child process that is started again, with backoff, when it dies without having been stopped. */
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

  /** The current process id, undefined while it does not run. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it and waits until it is ready. @throws PlainError with its last log lines when it does not come up. */
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

  /** Ends it by SIGTERM, after the stop time by SIGKILL; it stays down until the next start. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    this.#restart?.abort();
    const child = this.#child;
    if (child === undefined) return;
    child.kill('SIGTERM');
    // A process that was paused by SIGSTOP handles no signal before it continues.
    child.kill('SIGCONT');
    const timer = setTimeout(() => {
      this.#events.say(`${this.spec.name} did not stop in time and is killed.`);
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
        this.#ended(child, signal === null ? `exited with code ${String(code)}` : `was ended by ${signal}`);
        resolve();
      });
    });
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
      this.#events.say(`${this.spec.name} ${how}; starting it again in ${String(this.#backoffMs)} ms.`);
      await delay(this.#backoffMs, undefined, { signal: restart.signal }).catch(() => undefined);
      if (isOver()) break;
      this.#backoffMs = Math.min(this.#backoffMs * 2, this.spec.backoffMsMax ?? backoffMaxMs);
      this.#spawn();
      const problem = await this.#waitUntilReady();
      if (isOver()) break;
      if (problem === undefined) {
        this.#events.say(`${this.spec.name} is back (pid ${String(this.pid)}).`);
        break;
      }
      how = problem;
      this.kill('SIGKILL');
      await this.#exited;
    }
    if (this.#restart === restart) this.#restart = undefined;
  }

  // Resolves to undefined when ready, else to what is wrong.
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
    return `was not ready within ${String(this.spec.readyTimeoutMs / 1_000)} s`;
  }
}
