import { describe, expect, it } from '@jest/globals';
import { errorSchema } from './components.ts';

/** Fields of errors beside `code` and `message`, of all services. */
const FIELDS = [
  'field',
  'errors',
  'reason',
  'required_scope',
  'status',
  'account_status',
  'error',
  'blocking_reasons',
  'matched_events',
  'max_events',
  'limit',
  'limit_name',
  'retry_after_seconds',
];

const NO_VALUES = { codes: [], reasons: [], scopes: [], limitNames: [], blockingReasons: [] };

describe('the schema of errors', () => {
  it.each(FIELDS)('describes the field %s', (name) => {
    expect(errorSchema(NO_VALUES)).toHaveProperty(['properties', 'error', 'properties', name]);
  });
});
