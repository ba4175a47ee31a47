import type { Connection } from 'mongoose';
import { NO_PERSONAL_DATA } from './personal-data.ts';
import { sendModel } from './send-model.store.ts';

/** Part of a transaction: removes the personal data of erased contacts from their sends. */
export function createSendErasure(connection: Connection): (contactIds: readonly string[]) => Promise<void> {
  const sends = sendModel(connection);
  return async (contactIds) => {
    await sends.updateMany(
      { contact_id: { $in: [...contactIds] } },
      { $set: NO_PERSONAL_DATA, $unset: { kept_feedback: '' }, $inc: { version: 1 } },
    );
  };
}
