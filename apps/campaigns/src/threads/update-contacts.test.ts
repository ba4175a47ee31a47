import { describe, expect, it } from '@jest/globals';
import { threadOf } from '../../test/thread-records.ts';
import type { ThreadChange } from './ports.ts';
import { updateContacts } from './update-contacts.ts';

const SHOWN_AT = new Date('2026-11-24T10:00:00.000Z');
const OLDER = '2026-11-24T09:59:59.999Z';
const NEWER = '2026-11-24T10:00:00.001Z';

describe('the contact that a thread shows', () => {
  it.each([
    ['stays after an older change', { updated_at: OLDER, contact_updated_at: SHOWN_AT }, undefined],
    [
      'is the one of the same change',
      { updated_at: SHOWN_AT.toISOString(), contact_updated_at: SHOWN_AT },
      'Eva',
    ],
    ['is the one of a newer change', { updated_at: NEWER, contact_updated_at: SHOWN_AT }, 'Eva'],
    [
      'is the one of any change if the thread shows none',
      { updated_at: OLDER, contact_updated_at: null },
      'Eva',
    ],
  ])('%s', async (_name, { updated_at, contact_updated_at }, expected) => {
    const thread = threadOf('ws_1', { contact_updated_at });
    const written: ThreadChange[] = [];
    const threads = {
      ofContacts: async () => Promise.resolve([thread]),
      write: async (changes: readonly ThreadChange[]) => Promise.resolve(void written.push(...changes)),
    };
    const names = { email: 'eva@example.com', first_name: 'Eva', last_name: null, updated_at };
    await updateContacts({ threads }, new Map([[thread.contact_id, names]]));
    expect(written[0]?.after.first_name).toBe(expected);
  });
});
