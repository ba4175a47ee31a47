import type { Connection } from 'mongoose';
import { sendModel } from './send-model.store.ts';

/** Fields that can contain the address or the name of the contact; servers repeat addresses in their replies. */
const PERSONAL = { contact_email: null, subject: null, smtp_response: null, error: null } as const;

/** Part of a transaction: removes the personal data of erased contacts from their sends. */
export function createSendErasure(connection: Connection): (contactIds: readonly string[]) => Promise<void> {
  const sends = sendModel(connection);
  return async (contactIds) => {
    await sends.updateMany(
      { contact_id: { $in: [...contactIds] } },
      { $set: PERSONAL, $unset: { kept_feedback: '' }, $inc: { version: 1 } },
    );
  };
}
