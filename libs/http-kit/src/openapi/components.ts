import type { JsonSchema } from './schemas.ts';

const integer = (description: string): JsonSchema => ({ description, schema: { type: 'integer' } });
const string = (description: string): JsonSchema => ({ description, schema: { type: 'string' } });

/** Headers that answers carry, by the name under which the document refers to them. */
export const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'X-Request-Id': string(
    'Id of the request: the one that came with it, when it was well-formed, else a new one.',
  ),
  'X-RateLimit-Limit': integer('The most constrained limit that applies to the request.'),
  'X-RateLimit-Remaining': integer('What is left of that limit after this request.'),
  'X-RateLimit-Reset': integer('Unix time in seconds at which that limit grows again.'),
  'RateLimit-Policy': string('All limits that apply, as in the IETF draft: "credential";q=600;w=60.'),
  RateLimit: string('What is left of each of them: "credential";r=599;t=60.'),
  'Retry-After': integer('Seconds after which the request is worth trying again.'),
  'Idempotent-Replayed': {
    description: 'Present on an answer repeated for an Idempotency-Key.',
    schema: { const: 'true' },
  },
  Allow: string('The methods of this path.'),
};

const ALWAYS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

/** Where the header `Retry-After` stands. */
const RETRIABLE_STATUSES: ReadonlySet<number> = new Set([429, 503, 504]);
/** Of a request that could not be read: nothing is known that a header could tell. */
const UNREAD_STATUS = 431;
/** Of an Idempotency-Key whose first request still runs. */
const IN_PROGRESS_STATUS = 409;

export function headersOf(status: number, isIdempotent: boolean): Record<string, JsonSchema> {
  if (status === UNREAD_STATUS) return {};
  const isRetriable = RETRIABLE_STATUSES.has(status) || (isIdempotent && status === IN_PROGRESS_STATUS);
  const names = [
    ...ALWAYS,
    ...(isRetriable ? ['Retry-After'] : []),
    ...(isIdempotent && (status < 300 || status === 404 || status === 409 || status === 422)
      ? ['Idempotent-Replayed']
      : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        field: { type: 'string', description: 'Path of the first wrong field, such as custom_fields.plan.' },
        errors: {
          type: 'array',
          maxItems: 50,
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
          },
        },
        reason: { type: 'string', description: 'Which of the causes behind the code it was.' },
        required_scope: { type: 'string' },
        limit: { type: 'integer' },
        limit_name: { type: 'string' },
        retry_after_seconds: { type: 'integer' },
      },
    },
  },
};

export const IDEMPOTENCY_PARAMETER: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeats with the same key within 24 hours get the first answer and change nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};
