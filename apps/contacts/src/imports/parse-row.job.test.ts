import { describe, expect, it } from '@jest/globals';
import { rowReader } from './parse-row.job.ts';

const CELLS = {
  email: 'Maria@Example.COM',
  first_name: 'Maria',
  'company.name': 'Example',
  'custom_fields.plan': 'gold',
};

function read(row: Readonly<Record<string, string>>, defaultTags: readonly string[] = []): unknown {
  const targets = Object.keys(row);
  const shape = { encoding: 'utf-8', separator: ',', hasHeader: true, columns: targets, targets } as const;
  const readRow = rowReader({ shape, defaultTags, fieldTypes: new Map([['plan', 'string']]) });
  return readRow({ cells: Object.values(row), isTooLong: false, start: 0, end: 0 }, 1);
}

describe('a row', () => {
  it('has the fields of its columns, with company and custom fields', () => {
    expect(read(CELLS)).toMatchObject({
      row: {
        change: {
          email: 'maria@example.com',
          first_name: 'Maria',
          company: { name: 'Example' },
          custom_fields: { plan: 'gold' },
        },
      },
    });
  });

  it('has default tags in a file without a column of tags', () => {
    expect(read({ email: 'maria@example.com' }, ['spring'])).toMatchObject({
      row: { change: { tags: ['spring'] } },
    });
  });

  it('is refused for a wrong value in any of its columns', () => {
    const error = { code: 'invalid_value', column: 'time_zone' };
    expect(read({ ...CELLS, time_zone: 'Mars/Base' })).toMatchObject({ error });
  });
});
