import { describe, expect, it } from '@jest/globals';
import { mapByMapping, mapByName } from '../map-columns.ts';
import { checkColumns } from './check-columns.ts';
import { suggestMapping } from './suggest-mapping.ts';

const CUSTOM = ['plan', 'Size'];

describe('suggestMapping', () => {
  it.each([
    [['E-Mail', 'First Name', 'company.name', 'Plan', 'custom_fields.Size', 'Tags', 'whatever']],
    [['email', 'EMAIL', 'e_mail', 'Country']],
    [['nothing', 'of', 'this']],
  ])('suggests for %j a valid mapping with the targets of an import without a mapping', (titles) => {
    const mappings = suggestMapping(titles, CUSTOM);
    const { targets } = mapByMapping(titles, { has_header: true, mappings });
    expect(targets).toEqual(mapByName(titles, CUSTOM));
    expect(() => checkColumns({ mappings, has_header: true }, new Set(CUSTOM))).not.toThrow();
  });

  it('names a title once and skips empty and too long titles', () => {
    const titles = ['Notes', 'email', '', 'Notes', 'x'.repeat(201)];
    expect(suggestMapping(titles, []).map(({ source_column }) => source_column)).toEqual(['Notes', 'email']);
  });
});
