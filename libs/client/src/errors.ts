import type { Schema } from './types.ts';

/** The fields of `error` in an error response. */
export type ErrorBody = Schema<'Error'>['error'];
/** The codes of the API, and `unknown_error` for an error response of another server, for example a proxy. */
export type ErrorCode = ErrorBody['code'] | 'unknown_error';
export type ErrorReason = NonNullable<ErrorBody['reason']>;

/** The API refused a request. */
export class OutreachError extends Error {
  override readonly name = 'OutreachError';
  readonly status: number;
  readonly code: ErrorCode;
  /** The cause, where a code has more than one. */
  readonly reason: ErrorReason | undefined;
  /** Path of the first wrong field. */
  readonly field: string | undefined;
  /** All wrong fields. */
  readonly errors: ErrorBody['errors'];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** `totp` if a log-in has the right password, and its code is missing or wrong. */
  readonly secondFactor: 'totp' | undefined;
  /** All fields of `error` in the response; undefined if the response has another shape. */
  readonly body: ErrorBody | undefined;

  /** @param parsed the body of the response. */
  constructor(response: Response, parsed: unknown) {
    const error = isErrorBody(parsed) ? parsed.error : undefined;
    super(error?.message ?? detailOf(parsed) ?? `The server answered with status ${response.status}.`);
    this.status = response.status;
    this.code = error?.code ?? (response.status === 401 ? 'authentication_required' : 'unknown_error');
    this.reason = error?.reason;
    this.field = error?.field;
    this.errors = error?.errors;
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    this.retryAfterSeconds = retryAfterSeconds(response.headers);
    this.secondFactor = isRecord(parsed) && parsed['second_factor'] === 'totp' ? 'totp' : undefined;
    this.body = error;
  }
}

/** No response was received: the connection failed, the time limit passed, or the server answered with a redirect. */
export class NetworkError extends Error {
  override readonly name: string = 'NetworkError';
}

/** The server answered with a redirect. It is not followed, so that no credential is sent to another address. */
export class RedirectError extends NetworkError {
  override readonly name = 'RedirectError';
}

/** `Retry-After` in seconds: a number, or a date in the future. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Codes and reasons are not compared with the known ones: a newer server has more of them. */
function isErrorBody(value: unknown): value is Schema<'Error'> {
  if (!isRecord(value) || !isRecord(value['error'])) return false;
  return typeof value['error']['code'] === 'string' && typeof value['error']['message'] === 'string';
}

/** The message of a refused log-in, which has a shape of its own. */
function detailOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value['detail'] === 'string' ? value['detail'] : undefined;
}
