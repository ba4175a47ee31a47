import { describe, expect, it } from '@jest/globals';
import { threadOf } from '../../test/thread-records.ts';
import type { ThreadChange } from './ports.ts';
import { updateContacts } from './update-contacts.ts';

const SHOWN_AT = new Date('2026-11-24T10:00:00.000Z');
const OLDER = '2026-11-24T09:59:59.999Z';
const NEWER = '2026-11-24T10:00:00.001Z';

describe('the contact that a thread shows', () => {
  it.each([
    [OLDER, SHOWN_AT, undefined],
    [SHOWN_AT.toISOString(), SHOWN_AT, 'Eva'],
    [NEWER, SHOWN_AT, 'Eva'],
    [OLDER, null, 'Eva'],
  ])(
    'after a change of %s, while it shows that of %p: %p',
    async (updated_at, contact_updated_at, expected) => {
      const thread = threadOf('ws_1', { contact_updated_at });
      const written: ThreadChange[] = [];
      const threads = {
        ofContacts: async () => Promise.resolve([thread]),
        write: async (changes: readonly ThreadChange[]) => Promise.resolve(void written.push(...changes)),
      };
      const names = { email: 'eva@example.com', first_name: 'Eva', last_name: null, updated_at };
      await updateContacts({ threads }, new Map([[thread.contact_id, names]]));
      expect(written[0]?.after.first_name).toBe(expected);
    },
  );
});
