import { describe, expect, it } from '@jest/globals';
import type { RowOutcome } from '../contacts/index.ts';
import { errorOf } from './count-rows.ts';

const shape = {
  encoding: 'utf-8',
  separator: ',',
  hasHeader: true,
  columns: ['E-Mail', 'Plan Name'],
  targets: ['email', 'custom_fields.plan'],
} as const;

const row = { rowNumber: 1, email: 'maria@acme.example', raw: ['maria@acme.example'], raw_truncated: false };

function refused(error: { readonly field: string; readonly message: string }): RowOutcome {
  return { status: 'failed', contactId: null, error: { code: 'validation_error', ...error } };
}

describe('the error of a row that the pipeline refuses', () => {
  it('names the column of the file, not the field of the contact', () => {
    const outcome = refused({
      field: 'custom_fields.plan',
      message: 'custom_fields.plan must be one of the options.',
    });
    expect(errorOf(outcome, row, shape)).toMatchObject([{ column: 'Plan Name', code: 'invalid_value' }]);
  });

  it('names the number of the column in a file without a header', () => {
    const error = { code: 'suppressed', field: 'email', message: 'The address is suppressed.' };
    const outcome: RowOutcome = { status: 'suppressed', contactId: null, error };
    const bare = { ...shape, hasHeader: false, columns: [] };
    expect(errorOf(outcome, row, bare)).toMatchObject([{ column: '1', code: 'suppressed' }]);
  });

  it('names no column for a field that no column has', () => {
    const outcome = refused({ field: 'custom_fields', message: 'custom_fields must be at most 32 KiB.' });
    expect(errorOf(outcome, row, shape)).toMatchObject([{ column: null, code: 'invalid_value' }]);
  });

  it('has the code too_long for a list above its limit', () => {
    const outcome = refused({ field: 'tags', message: 'tags must be at most 100 items long.' });
    expect(errorOf(outcome, row, shape)).toMatchObject([{ column: null, code: 'too_long' }]);
  });
});
