import { NetworkError, OutreachError } from '@outreach/client';
import { EXIT_CODES, type FailureExitCode } from './exit-codes.ts';

/** Statuses with which the API refuses the credential. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403]);

export interface Problem {
  readonly exitCode: FailureExitCode;
  readonly message: string;
  /** Fields for programs. */
  readonly error: object;
}

/** An error of the API or of the network, for the user. */
export function toApiProblem(thrown: unknown): Problem {
  if (thrown instanceof OutreachError) {
    const { status, code, reason, message, requestId, body } = thrown;
    const exitCode = REFUSALS.has(status) ? EXIT_CODES.credential : EXIT_CODES.failure;
    const kind = reason === undefined ? code : `${code}, ${reason}`;
    const request = requestId === undefined ? '' : ` [request ${requestId}]`;
    const error = { ...body, status, code, reason, message, request_id: requestId };
    return { exitCode, message: `${message} (${kind})${request}`, error };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return thrown instanceof NetworkError
    ? { exitCode: EXIT_CODES.network, message, error: { code: 'network', message } }
    : { exitCode: EXIT_CODES.failure, message, error: { code: 'failed', message } };
}
