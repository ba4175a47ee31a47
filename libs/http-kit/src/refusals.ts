/** Answers that HTTP itself demands; everything else that goes wrong is an AppError. */
export const HTTP_REFUSALS = {
  unreadable: { status: 400, code: 'validation_error', message: 'The request is not readable HTTP.' },
  unknown_path: { status: 404, code: 'not_found', message: 'There is nothing at this path.' },
  unknown_method: { status: 405, code: 'not_found', message: 'This path does not take this method.' },
  too_slow: { status: 408, code: 'validation_error', message: 'The request took too long to arrive.' },
  body_too_large: { status: 413, code: 'validation_error', message: 'The body is too large.' },
  wrong_media_type: {
    status: 415,
    code: 'validation_error',
    message: 'The body must be sent with Content-Type: application/json.',
  },
  wrong_multipart_type: {
    status: 415,
    code: 'validation_error',
    message: 'The body must be sent with Content-Type: multipart/form-data.',
  },
  wrong_encoding: {
    status: 415,
    code: 'validation_error',
    message: 'The body must be sent without Content-Encoding.',
  },
  headers_too_large: { status: 431, code: 'validation_error', message: 'The request headers are too large.' },
} as const;

export type RefusalName = keyof typeof HTTP_REFUSALS;

/** One of the closed table of HTTP-only answers, thrown like an error. */
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
