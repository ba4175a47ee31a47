import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../eventually.ts';
import { freePort } from '../free-port.ts';

/** A server of one test that can be killed and restarted on the same data. */
export interface ServerProcess {
  readonly url: string;
  start(): Promise<void>;
  /** Sends SIGKILL; nothing is flushed. */
  kill(): Promise<void>;
  /** Sends SIGSTOP: connections stay open and nothing answers until `resume`. */
  suspend(): void;
  resume(): void;
  /** Stops the server and removes its data. */
  dispose(): Promise<void>;
}

export interface ServerProgram {
  /** Scheme of the address and part of the name of the data folder. */
  readonly scheme: string;
  readonly binary: string;
  readonly args: (at: { readonly port: string; readonly folder: string }) => readonly string[];
}

/** A server on a free loopback port. */
export async function createServerProcess({ scheme, binary, args }: ServerProgram): Promise<ServerProcess> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), `outreach-${scheme}-`));
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (running?.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  };
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    start: async () => {
      child = spawn(binary, args({ port: String(port), folder }), { stdio: 'ignore' });
      await eventually(async () => answers(port));
    },
    kill,
    suspend: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    dispose: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
