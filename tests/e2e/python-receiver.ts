import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { eventually, freePort } from '@outreach/testing';

const SAMPLES = path.join(import.meta.dirname, 'samples');
const PYTHON = 'python3';
const STARTED_MS = 20_000;

/** The receiver in Python as a process of its own, with a database and secrets in a folder. */
export interface PythonReceiver {
  readonly url: string;
  /** Lines of processed events, `processed contact.created ct_…`. */
  readonly processed: readonly string[];
  setSecrets(secrets: readonly string[]): void;
  /** Starts the process and waits until it is ready. The environment of the feed lets it read missing events. */
  start(feed?: Readonly<Record<string, string>>): Promise<void>;
  kill(): Promise<void>;
  /** Kills the process and removes its data. */
  stop(): Promise<void>;
}

/** Installs the packages of the sample into a folder of its own. */
export async function createPythonReceiver(): Promise<PythonReceiver> {
  const folder = mkdtempSync(path.join(tmpdir(), 'outreach-python-'));
  const packages = path.join(folder, 'packages');
  await installPackages(packages);
  const port = await freePort();
  const secretsFile = path.join(folder, 'secrets');
  const setSecrets = (secrets: readonly string[]): void => writeFileSync(secretsFile, secrets.join('\n'));
  setSecrets([]);
  const env = {
    ...process.env,
    PYTHONPATH: packages,
    PORT: String(port),
    DATABASE: path.join(folder, 'receiver.db'),
    SECRETS_FILE: secretsFile,
  };
  const lines: string[] = [];
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
    url: `http://127.0.0.1:${port}/hook`,
    get processed() {
      return lines.filter((line) => line.startsWith('processed '));
    },
    setSecrets,
    start: async (feed = {}) => {
      const started = lines.length;
      const script = path.join(SAMPLES, 'receive_webhooks.py');
      const running = spawn(PYTHON, [script], {
        env: { ...env, ...feed },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = running;
      createInterface(running.stdout).on('line', (line) => lines.push(line));
      await eventually(
        () => {
          if (!lines.slice(started).includes('ready')) throw new Error('The receiver is not ready.');
        },
        { timeoutMs: STARTED_MS },
      );
    },
    kill,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function installPackages(target: string): Promise<void> {
  const options = ['--quiet', '--disable-pip-version-check', '--root-user-action=ignore', '--no-cache-dir'];
  const requirements = path.join(SAMPLES, 'requirements.txt');
  const args = [
    '-m',
    'pip',
    'install',
    ...options,
    '--require-hashes',
    '--target',
    target,
    '-r',
    requirements,
  ];
  await promisify(execFile)(PYTHON, args);
}
