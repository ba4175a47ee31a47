/** An error whose message is one clear sentence and is shown without a stack. */
export class PlainError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PlainError';
  }
}

/** Runs a tool. Prints a PlainError as its sentence and any other error with its stack. */
export async function runMain(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`\n${describe(error)}\n`);
    process.exitCode = 1;
  }
}

function describe(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  if (hasCode(error, 'ENOSPC')) return 'There is no space left on the disk.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** True if a system error has this code, such as ENOENT. */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
