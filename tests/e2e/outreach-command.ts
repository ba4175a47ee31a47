import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@outreach/testing';

/** The file that the command `outreach` runs. */
export const COMMAND_FILE = join(import.meta.dirname, '..', '..', 'apps', 'cli', 'src', 'main.ts');
const WAIT = { timeoutMs: 20_000, pollMs: 25 };

export interface EndedCommand {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface StartedCommand {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<EndedCommand>;
  /** Waits until standard output or standard error contains the text, and returns all output. */
  waitFor(text: string | RegExp): Promise<string>;
  /** Sends what Ctrl-C sends, and waits for the end. */
  interrupt(): Promise<EndedCommand>;
}

export type CommandEnvironment = Readonly<Record<string, string>>;

/** The command with a configuration folder of its own and without the key ring of the machine. */
export interface OutreachCommand {
  readonly folder: string;
  readonly env: CommandEnvironment;
  run(args: readonly string[], options?: { input?: string; env?: CommandEnvironment }): Promise<EndedCommand>;
  start(args: readonly string[]): StartedCommand;
  stop(): Promise<void>;
}

/** @param access an address and an API key in place of a log-in. */
export function createOutreachCommand(access?: { url: string; apiKey: string }): OutreachCommand {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-command-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    OUTREACH_KEY_RING: 'off',
    ...(access === undefined ? {} : { OUTREACH_URL: access.url, OUTREACH_API_KEY: access.apiKey }),
  };
  const running = new Set<ChildProcessWithoutNullStreams>();
  const start = (args: readonly string[], changes: CommandEnvironment = {}): StartedCommand => {
    const child = spawn(process.execPath, [COMMAND_FILE, ...args], {
      cwd: folder,
      env: { ...env, ...changes },
    });
    running.add(child);
    return follow(child);
  };
  return {
    folder,
    env,
    start,
    run: async (args, { input = '', env: changes = {} } = {}) => {
      const { child, ended } = start(args, changes);
      child.stdin.on('error', () => undefined).end(input);
      return ended;
    },
    stop: async () => {
      for (const child of running) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Collects the output of a process. */
export function follow(child: ChildProcessWithoutNullStreams): StartedCommand {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const ended = new Promise<EndedCommand>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  const has = (text: string | RegExp): boolean =>
    typeof text === 'string' ? (stdout + stderr).includes(text) : text.test(stdout + stderr);
  return {
    child,
    ended,
    waitFor: async (text) =>
      eventually(async () => {
        if (!has(text)) throw new Error(`The output has no ${String(text)}: ${stdout}${stderr}`);
        return stdout + stderr;
      }, WAIT),
    interrupt: async () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}
