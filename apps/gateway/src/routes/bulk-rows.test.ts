import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { checkRows } from './bulk-rows.ts';

const Row = z.object({ email: z.string() });

describe('checkRows', () => {
  it('says that the row, not the body, must be an object', () => {
    const error = { code: 'validation_error', message: 'The row must be an object.', field: null };
    expect(checkRows(Row, [5, null, { email: 'maria@acme.example' }])).toEqual({
      valid: [{ index: 2, value: { email: 'maria@acme.example' } }],
      invalid: [
        { index: 0, error },
        { index: 1, error },
      ],
    });
  });

  it('names the wrong field of a row', () => {
    expect(checkRows(Row, [{ email: 5 }]).invalid).toEqual([
      {
        index: 0,
        error: { code: 'validation_error', message: 'email must be a string.', field: 'email' },
      },
    ]);
  });
});
