import { describe, expect, it } from '@jest/globals';
import { ERROR_SCHEMA } from './components.ts';

/** Fields of errors beside `code` and `message`, of all services. */
const FIELDS = [
  'field',
  'errors',
  'reason',
  'required_scope',
  'status',
  'error',
  'blocking_reasons',
  'matched_events',
  'max_events',
  'limit',
  'limit_name',
  'retry_after_seconds',
];

describe('the schema of errors', () => {
  it.each(FIELDS)('describes the field %s', (name) => {
    expect(ERROR_SCHEMA).toHaveProperty(['properties', 'error', 'properties', name]);
  });
});
