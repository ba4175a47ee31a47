import { describe, expect, it } from '@jest/globals';
import { mapByMapping, mapByName } from '../map-columns.ts';
import { checkColumns } from './check-columns.ts';
import { suggestMapping } from './suggest-mapping.ts';

const CUSTOM = ['plan', 'Size'];

describe('a suggested mapping', () => {
  it.each([
    [['E-Mail', 'First Name', 'company.name', 'Plan', 'custom_fields.Size', 'Tags', 'whatever']],
    [['email', 'EMAIL', 'e_mail', 'Country']],
    [['nothing', 'of', 'this']],
  ])('of %j is what an import without one does, and may be stored as it is', (titles) => {
    const mappings = suggestMapping(titles, CUSTOM);
    const { targets } = mapByMapping(titles, { has_header: true, mappings });
    expect(targets).toEqual(mapByName(titles, CUSTOM));
    expect(() => checkColumns({ mappings, has_header: true }, new Set(CUSTOM))).not.toThrow();
  });

  it('names a title once, and none that is empty or too long', () => {
    const titles = ['Notes', 'email', '', 'Notes', 'x'.repeat(201)];
    expect(suggestMapping(titles, []).map(({ source_column }) => source_column)).toEqual(['Notes', 'email']);
  });
});
