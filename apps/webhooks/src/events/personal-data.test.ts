import { describe, expect, it } from '@jest/globals';
import { erasableId } from './personal-data.ts';

const aggregate = { id: 'agg_1', version: 1 };

describe('the record whose erasure erases an event', () => {
  it.each([
    ['the contact of an email', { id: 'snd_1', contact_id: 'ct_1' }, 'ct_1'],
    ['the contact of a thread', { thread: { id: 'thr_1', contact: { id: 'ct_2' } }, message: {} }, 'ct_2'],
    ['the aggregate without a contact', { id: 'cmp_1' }, 'agg_1'],
    ['the aggregate of data that is no object', null, 'agg_1'],
  ])('is %s', (_name, data, id) => {
    expect(erasableId({ aggregate, data })).toBe(id);
  });
});
