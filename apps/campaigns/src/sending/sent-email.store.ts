import type { Connection } from 'mongoose';
import { sendModel } from '../sends/index.ts';
import type { SentEmails, ThreadEmail } from './ports.ts';

const FIELDS = { enrollment_id: 1, step_number: 1, step_id: 1, message_id: 1, subject: 1 } as const;

export function createSentEmails(connection: Connection): SentEmails {
  const sends = sendModel(connection);
  return {
    ofEnrollments: async (enrollmentIds) => {
      if (enrollmentIds.length === 0) return [];
      return sends
        .find({ enrollment_id: { $in: [...enrollmentIds] }, sent_at: { $type: 'date' } }, FIELDS)
        .sort({ enrollment_id: 1, step_number: 1 })
        .lean<ThreadEmail[]>();
    },
  };
}
