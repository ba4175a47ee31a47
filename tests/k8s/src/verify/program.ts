import { spawn } from 'node:child_process';
import path from 'node:path';
import { PlainError, whileRunning } from '@outreach/dev';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..', '..');
const MODULE = path.join(ROOT, 'k8s', 'verify');
const PROGRAM = path.join(ROOT, 'node_modules', '.cache', 'outreach', 'k8s-verify');
const BUILD_MS_MAX = 30 * 60_000;
const NICENESS = '10';

/** Builds the API server and the controllers: minutes the first time, seconds from the cache of Go. */
export async function buildProgram(): Promise<string> {
  const flags = ['build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', '-o', PROGRAM, '.'];
  const child = spawn('nice', ['-n', NICENESS, 'go', ...flags], {
    cwd: MODULE,
    stdio: 'inherit',
    timeout: BUILD_MS_MAX,
  });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const stop = async (): Promise<void> => void child.kill('SIGINT');
  const code = await whileRunning({ stop }, () => ended);
  if (code !== 0) throw new PlainError('The module k8s/verify was not built.');
  return PROGRAM;
}
