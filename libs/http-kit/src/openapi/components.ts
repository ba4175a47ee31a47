import type { JsonSchema } from './component-collector.ts';

const integer = (description: string): JsonSchema => ({ description, schema: { type: 'integer' } });
const string = (description: string): JsonSchema => ({ description, schema: { type: 'string' } });

/** Headers of responses, by their name in the components of the document. */
export const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'X-Request-Id': string(
    'Id of the request: the X-Request-Id that the client sent, or a new id if it sent none or a malformed one.',
  ),
  'X-RateLimit-Limit': integer('Value of the limit that is closest to its end.'),
  'X-RateLimit-Remaining': integer('Requests that this limit still allows.'),
  'X-RateLimit-Reset': integer('Unix time in seconds at which quota of this limit becomes free.'),
  'RateLimit-Policy': string('All limits of the request, as in the IETF draft: "credential";q=600;w=60.'),
  RateLimit: string('Requests that each of these limits still allows: "credential";r=599;t=60.'),
  'Retry-After': integer('Seconds to wait before a retry.'),
  'Idempotent-Replayed': {
    description: 'Present if the response repeats a stored one, for the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  Allow: string('The methods that the path supports.'),
};

const ALWAYS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

/** Statuses that list the headers of every response: operations share these responses. */
const LISTING_STATUSES: ReadonlySet<number> = new Set([429, 500, 503, 504]);
/** Statuses with the header Retry-After. */
const RETRIABLE_STATUSES: ReadonlySet<number> = new Set([429, 503, 504]);
/** The status while the first request with an Idempotency-Key still runs. */
const IN_PROGRESS_STATUS = 409;

/** The `headers` of a response, empty if it has none of its own. */
export function headersOf(status: number, isIdempotent: boolean): { readonly headers?: JsonSchema } {
  const isRetriable = RETRIABLE_STATUSES.has(status) || (isIdempotent && status === IN_PROGRESS_STATUS);
  const names = [
    ...(LISTING_STATUSES.has(status) ? ALWAYS : []),
    ...(isRetriable ? ['Retry-After'] : []),
    ...(isIdempotent && (status < 300 || status === 404 || status === 409 || status === 422)
      ? ['Idempotent-Replayed']
      : []),
  ];
  if (names.length === 0) return {};
  return {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
}

/** The values of enumerations in errors. */
export interface ErrorValues {
  readonly codes: readonly string[];
  readonly reasons: readonly string[];
  readonly scopes: readonly string[];
  readonly limitNames: readonly string[];
  readonly blockingReasons: readonly string[];
}

/** The schema of every error body. */
export function errorSchema(values: ErrorValues): JsonSchema {
  const error = { type: 'object', required: ['code', 'message'], properties: errorFields(values) };
  return { type: 'object', required: ['error'], properties: { error } };
}

function errorFields({ codes, reasons, scopes, limitNames, blockingReasons }: ErrorValues): JsonSchema {
  return {
    code: { type: 'string', enum: codes, description: 'The kind of error, for programs.' },
    message: { type: 'string', description: 'The error in words, for people.' },
    ...FIELD_ERRORS,
    reason: { type: 'string', enum: reasons, description: 'The cause, where a code has more than one.' },
    required_scope: { type: 'string', enum: scopes, description: 'The missing scope.' },
    ...STATUSES,
    blocking_reasons: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        required: ['reason', 'message'],
        properties: { reason: { type: 'string', enum: blockingReasons }, ...BLOCKING_REASON },
      },
      description: 'What blocks a launch or resume, with gate_blocked.',
    },
    matched_events: { type: 'integer', description: 'Events in the range of a replay that is too large.' },
    max_events: { type: 'integer', description: 'Limit for the events of a replay.' },
    limit: { type: 'integer', description: 'Value of the exceeded rate limit.' },
    limit_name: { type: 'string', enum: limitNames, description: 'Name of the exceeded rate limit.' },
    retry_after_seconds: { type: 'integer', description: 'Seconds to wait before a retry.' },
  };
}

const FIELD_ERRORS: JsonSchema = {
  field: {
    type: 'string',
    description: 'Path of the first wrong field, for example custom_fields.plan or tags[3].',
  },
  errors: {
    type: 'array',
    maxItems: 50,
    items: {
      type: 'object',
      required: ['field', 'message'],
      properties: { field: { type: 'string' }, message: { type: 'string' } },
    },
  },
};

const STATUSES: JsonSchema = {
  status: { type: 'string', description: 'Current status of the resource, with invalid_transition.' },
  account_status: {
    type: 'string',
    enum: ['paused', 'error', 'suspended'],
    description: 'Current status of the sending account, with inactive_inbox.',
  },
  error: { type: 'string', description: 'What the mail server answered, with mail_not_sent.' },
};

/** The fields of a blocking reason beside its name. */
const BLOCKING_REASON: JsonSchema = {
  message: { type: 'string' },
  sending_account_id: { type: 'string' },
  field: { type: 'string' },
  domain: { type: 'string', description: 'A domain on a blocklist.' },
  zone: { type: 'string', description: 'The DNS zone of the blocklist.' },
  observed: { type: 'number' },
  threshold: { type: 'number' },
  retry_at: { type: 'string', format: 'date-time' },
};

export const IDEMPOTENCY_PARAMETER: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};
