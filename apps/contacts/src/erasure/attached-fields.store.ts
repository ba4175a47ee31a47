import type { Connection } from 'mongoose';
import { defineContacts } from '../contact-store/index.ts';
import type { AttachedFields } from './ports.ts';

/** Fields of contacts that are written beside their record. */
export function createAttached(connection: Connection): AttachedFields {
  const contacts = defineContacts(connection);
  return {
    find: async (id) => {
      const fields = { _id: 0, last_activity_at: 1, segment_ids: 1, campaign_ids: 1 } as const;
      const found = await contacts.findOne({ _id: id }, fields).lean<object>();
      return found ?? {};
    },
  };
}
