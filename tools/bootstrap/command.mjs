// Child processes: captured, or with the terminal of this process.

import { spawn } from 'node:child_process';

const capturedCharsMax = 20_000;
const signalsPassedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a command to its end. Never throws: a missing command has code 127. */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const collect = (chunk) => (output = (output + chunk).slice(-capturedCharsMax));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a command on the terminal of this process and forwards signals. Resolves with its exit code. */
export function takeOver(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    for (const signal of signalsPassedOn) process.on(signal, () => child.kill(signal));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

const networkWords =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|NewConnectionError|Temporary failure in name resolution|Could not fetch URL|Max retries exceeded|Network is unreachable|ProxyError/;
const diskWords = /ENOSPC|No space left on device/;

export const isDiskFull = (output) => diskWords.test(output);

/** The reason why a download command failed, from its output, as part of a sentence. */
export function downloadProblem(tool, what, output) {
  if (isDiskFull(output)) return `there is no space left on the disk to download ${what}`;
  if (networkWords.test(output))
    return `${tool} could not reach its registry to download ${what}; check the network`;
  const lines = output.trim().split('\n');
  const lastLine = lines.filter((line) => !line.includes('complete log of this run')).at(-1) ?? '';
  return `${tool} could not download ${what}: ${lastLine}`;
}
