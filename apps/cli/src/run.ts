import { CommanderError } from 'commander';
import type { Problem } from './api-problem.ts';
import { CommandFailure, EXIT_CODES, type FailureExitCode } from './exit-codes.ts';
import { printable, printableJson } from './output/printable.ts';
import { createProgram } from './program.ts';

/** Runs the command and sets the exit code of the process. */
export async function run(args: readonly string[]): Promise<void> {
  const interruption = new AbortController();
  const end = { isInterrupted: false, isReaderGone: false };
  // A second Ctrl-C ends the process at once.
  process.once('SIGINT', () => {
    end.isInterrupted = true;
    interruption.abort();
  });
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    end.isReaderGone ||= error.code === 'EPIPE';
    interruption.abort(error);
  });
  try {
    const program = createProgram(interruption.signal, args.includes('--json'));
    await program.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    if (end.isReaderGone) return;
    if (!end.isInterrupted) process.exitCode = await report(thrown, args);
  }
  if (end.isInterrupted) process.exitCode = EXIT_CODES.interrupted;
}

/** Writes an error to standard error and returns the exit code. */
async function report(thrown: unknown, args: readonly string[]): Promise<number> {
  const isJson = args.includes('--json');
  if (thrown instanceof CommanderError) {
    // After --help and --version.
    if (thrown.exitCode === 0) return EXIT_CODES.success;
    // commander has written its message already.
    if (!isJson) return EXIT_CODES.usage;
  }
  const { exitCode, message, error } = await toProblem(thrown);
  const text = isJson ? printableJson({ error }) : printable(`error: ${message}`);
  process.stderr.write(`${text}\n`);
  return exitCode;
}

async function toProblem(thrown: unknown): Promise<Problem> {
  if (thrown instanceof CommandFailure) {
    const { exitCode, message } = thrown;
    return { exitCode, message, error: { code: NAMES[exitCode], message } };
  }
  if (thrown instanceof CommanderError) {
    const isHelp = thrown.code === 'commander.help';
    const message = isHelp
      ? 'The command is incomplete; see --help.'
      : thrown.message.replace(/^error: /, '');
    return { exitCode: EXIT_CODES.usage, message, error: { code: NAMES[EXIT_CODES.usage], message } };
  }
  const { toApiProblem } = await import('./api-problem.ts');
  return toApiProblem(thrown);
}

const NAMES: Readonly<Record<FailureExitCode, string>> = {
  [EXIT_CODES.failure]: 'failed',
  [EXIT_CODES.usage]: 'usage',
  [EXIT_CODES.credential]: 'not_logged_in',
  [EXIT_CODES.network]: 'network',
  [EXIT_CODES.interrupted]: 'interrupted',
};
