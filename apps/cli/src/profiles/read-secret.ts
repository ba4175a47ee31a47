import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

const CHARACTERS_MAX = 4_096;

/** Reads one line from a prompt that does not show it, or from standard input if that is no terminal. */
export async function readSecret(question: string, signal: AbortSignal): Promise<string> {
  return process.stdin.isTTY ? prompt(question, signal) : readLine();
}

async function prompt(question: string, signal: AbortSignal): Promise<string> {
  process.stderr.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  try {
    // In its raw mode the terminal sends no SIGINT.
    reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    return (await reader.question('', { signal })).trim();
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}

async function readLine(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.includes('\n') || text.length > CHARACTERS_MAX) break;
  }
  return (text.split('\n')[0] ?? '').trim();
}
