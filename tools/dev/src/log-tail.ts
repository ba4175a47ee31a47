import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync } from 'node:fs';

const tailBytes = 16_384;
const tailLinesMax = 20;

/** The last lines of a log file, indented for printing. */
export function logTail(path: string): string {
  const lines = readEnd(path).trimEnd().split('\n').slice(-tailLinesMax);
  return lines.map((line) => `  ${line}`).join('\n');
}

/** Starts a new log and keeps the log of the previous run beside it. */
export function rotateLog(path: string): void {
  if (existsSync(path)) renameSync(path, `${path}.1`);
}

function readEnd(path: string): string {
  if (!existsSync(path)) return '(no log)';
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const length = Math.min(size, tailBytes);
    const buffer = Buffer.alloc(length);
    readSync(file, buffer, 0, length, size - length);
    return buffer.toString('utf8');
  } finally {
    closeSync(file);
  }
}
