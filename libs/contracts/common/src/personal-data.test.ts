import { describe, expect, it } from '@jest/globals';
import { readPersonalData, type PersonalSection, type ShownData } from './personal-data.ts';

/** Records of a place, two on a page. */
function placeOf(section: PersonalSection, ...ids: readonly number[]): ShownData<string> {
  return {
    section,
    read: async (contact, after) => {
      const start = after === '' ? 0 : Number(after);
      const end = start + 2;
      const records = ids.slice(start, end).map((id) => ({ id, contact, at: new Date(0) }));
      return { records, after: end < ids.length ? String(end) : undefined };
    },
  };
}

const places = [
  placeOf('sends', 1, 2, 3),
  { notShown: 'a copy' },
  placeOf('threads', 9),
  placeOf('sends'),
  placeOf('sends', 4),
];

async function idsOf(section: string): Promise<number[]> {
  const ids: number[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: Awaited<ReturnType<typeof readPersonalData>> = await readPersonalData(places, {
      contact: 'ct_1',
      section,
      after,
    });
    ids.push(...page.records_json.map((text) => Number(JSON.parse(text).id)));
    after = page.after;
  }
  return ids;
}

describe('readPersonalData', () => {
  it('reads the places of a list one after another, page by page', async () => {
    expect([await idsOf('sends'), await idsOf('threads')]).toEqual([[1, 2, 3, 4], [9]]);
  });

  it('has no records of a list without places, and of an unknown list', async () => {
    expect([await idsOf('events'), await idsOf('unknown')]).toEqual([[], []]);
  });

  it('returns records as JSON', async () => {
    const page = await readPersonalData(places, { contact: 'ct_1', section: 'threads', after: '' });
    expect(page.records_json).toEqual(['{"id":9,"contact":"ct_1","at":"1970-01-01T00:00:00.000Z"}']);
  });
});
