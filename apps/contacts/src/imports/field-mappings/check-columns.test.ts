import { describe, expect, it } from '@jest/globals';
import { AppError } from '@outreach/errors';
import { checkColumns } from './check-columns.ts';

const CUSTOM = new Set(['plan']);

/** Fields of the errors of columns, each given as source and target. */
function wrongFields(columns: readonly (readonly [string, string])[], hasHeader = true): string[] {
  const mappings = columns.map(([source, target]) => ({
    source_column: source,
    target_field: target,
    transform: 'none' as const,
  }));
  try {
    checkColumns({ mappings, has_header: hasHeader }, CUSTOM);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    expect(thrown.field).toBe(thrown.errors[0]?.field);
    return thrown.errors.map(({ field }) => field);
  }
}

describe('checkColumns', () => {
  it.each(['email', 'full_name', 'company_domain', 'company.employee_count', 'custom_fields.plan', 'ignore'])(
    'accepts the target %s',
    (target) => {
      expect(wrongFields([['A', target]])).toEqual([]);
    },
  );

  it.each([
    'id',
    'lead_score',
    'company',
    'company.id',
    'custom_fields',
    'custom_fields.gone',
    '__proto__',
    '',
  ])('refuses the target %j', (target) => {
    expect(wrongFields([['A', target]])).toEqual(['mappings[0].target_field']);
  });

  it('refuses a second column for a target, except tags and ignore', () => {
    const shared = [
      ['A', 'tags'],
      ['B', 'tags'],
      ['C', 'ignore'],
      ['D', 'ignore'],
      ['E', 'email'],
    ] as const;
    expect(wrongFields(shared)).toEqual([]);
    expect(wrongFields([...shared, ['F', 'email']])).toEqual(['mappings[5].target_field']);
  });

  it.each(['0', '01', '-1', '1.5', '1001', 'A', ''])(
    'refuses the column %j for a file without a header',
    (column) => {
      expect(wrongFields([[column, 'email']], false)).toEqual(['mappings[0].source_column']);
    },
  );

  it.each(['1', '1000'])('accepts the column %s for a file without a header', (column) => {
    expect(wrongFields([[column, 'email']], false)).toEqual([]);
  });

  it('reports all wrong columns together', () => {
    const wrong = wrongFields(
      [
        ['A', 'nonsense'],
        ['2', 'email'],
        ['B', 'email'],
      ],
      false,
    );
    expect(wrong).toEqual([
      'mappings[0].source_column',
      'mappings[0].target_field',
      'mappings[2].source_column',
      'mappings[2].target_field',
    ]);
  });
});
