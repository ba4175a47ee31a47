import { describe, expect, it } from '@jest/globals';
import { ERROR_SCHEMA } from './components.ts';

/** Members of errors beside `code` and `message`, of all services. */
const MEMBERS = [
  'field',
  'errors',
  'reason',
  'required_scope',
  'status',
  'blocking_reasons',
  'matched_events',
  'max_events',
  'limit',
  'limit_name',
  'retry_after_seconds',
];

describe('the schema of errors', () => {
  it.each(MEMBERS)('describes the member %s', (name) => {
    expect(ERROR_SCHEMA).toHaveProperty(['properties', 'error', 'properties', name]);
  });
});
