/** Refusals that HTTP itself requires. Every other failure is an AppError. */
export const HTTP_REFUSALS = {
  unreadable: { status: 400, code: 'validation_error', message: 'The request is not valid HTTP/1.1.' },
  unknown_path: {
    status: 404,
    code: 'not_found',
    message: 'The path does not exist. Paths are case-sensitive and end with a slash.',
  },
  unknown_method: {
    status: 405,
    code: 'not_found',
    message: 'The path does not support this method; see the Allow header.',
  },
  too_slow: { status: 408, code: 'validation_error', message: 'The request did not arrive in time.' },
  body_too_large: {
    status: 413,
    code: 'validation_error',
    message: 'The body exceeds the size limit of this operation.',
  },
  wrong_media_type: {
    status: 415,
    code: 'validation_error',
    message: 'The body must be JSON; send Content-Type: application/json.',
  },
  wrong_multipart_type: {
    status: 415,
    code: 'validation_error',
    message: 'The body must be an upload; send Content-Type: multipart/form-data.',
  },
  wrong_encoding: {
    status: 415,
    code: 'validation_error',
    message: 'The body must not be compressed; send it without Content-Encoding.',
  },
  headers_too_large: {
    status: 431,
    code: 'validation_error',
    message: 'The path and the headers together are too large.',
  },
} as const;

export type RefusalName = keyof typeof HTTP_REFUSALS;

/** A refusal of the table above, as an error. */
export class HttpRefusal extends Error {
  readonly refusal: RefusalName;
  readonly headers: Readonly<Record<string, string>>;

  constructor(refusal: RefusalName, headers: Readonly<Record<string, string>> = {}) {
    super(HTTP_REFUSALS[refusal].message);
    this.name = 'HttpRefusal';
    this.refusal = refusal;
    this.headers = headers;
  }
}
