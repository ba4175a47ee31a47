import { readById } from '@outreach/mongo-kit/paging';
import type { Connection } from 'mongoose';
import { fromSendDocument, sendModel, type SendDocument } from '../sends/index.ts';
import type { SentHistory } from './ports.ts';

/** A conversation begins with at most so many of our emails. */
const EMAILS_MAX = 200;
/** Emails that are read together for the personal data of a contact: each one can have 0.5 MB of text. */
const EMAILS_READ = 20;

export function createSentHistory(connection: Connection): SentHistory {
  const sends = sendModel(connection);
  return {
    ofContact: async (contactId, position) => {
      const read = { filter: { contact_id: contactId }, after: position, size: EMAILS_READ };
      const { documents, after } = await readById(sends, read);
      return { sends: documents.map(fromSendDocument), after };
    },
    ofEnrollments: async (enrollmentIds) => {
      if (enrollmentIds.length === 0) return [];
      const filter = { enrollment_id: { $in: [...enrollmentIds] }, sent_at: { $type: 'date' as const } };
      const found = await sends
        .find(filter)
        .hint('one_per_step')
        .limit(enrollmentIds.length * EMAILS_MAX)
        .lean<SendDocument[]>();
      return found.map(fromSendDocument);
    },
  };
}
