/** Exit codes of the command. Scripts depend on them. */
export const EXIT_CODES = {
  success: 0,
  failure: 1,
  usage: 2,
  credential: 3,
  network: 4,
  interrupted: 130,
} as const;

export type FailureExitCode = Exclude<(typeof EXIT_CODES)[keyof typeof EXIT_CODES], 0>;

/** The text of `outreach help exit-codes`. */
export const EXIT_CODES_HELP = `Exit codes:
  0    success
  1    the API answered with an error, or the work failed: an import with rejected rows, a failed replay
  2    wrong usage: an unknown command or option, a missing argument, a file that cannot be read
  3    not logged in, or the credential is refused: unknown, expired, or without the scope
  4    the server cannot be reached
  130  interrupted with Ctrl-C
`;

/** An error of the command itself, with its exit code. The message is for the user. */
export class CommandFailure extends Error {
  readonly exitCode: FailureExitCode;

  constructor(exitCode: FailureExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
