import type { Connection } from 'mongoose';
import { addressDigest } from './address-digest.ts';
import { NO_PERSONAL_DATA } from './personal-data.ts';
import { sendModel } from './send-model.store.ts';

/**
 * Part of a transaction: removes the personal data of erased contacts from their sends. The digest of the address stays, so
 * that links of these emails still unsubscribe it.
 */
export function createSendErasure(connection: Connection): (contactIds: readonly string[]) => Promise<void> {
  const sends = sendModel(connection);
  return async (contactIds) => {
    const ofContacts = { contact_id: { $in: [...contactIds] } };
    const addresses: readonly string[] = await sends.distinct('contact_email', {
      ...ofContacts,
      contact_email: { $type: 'string' },
    });
    const digests = addresses.map((email) => ({
      updateMany: {
        filter: { ...ofContacts, contact_email: email },
        update: { $set: { address_digest: addressDigest(email) } },
      },
    }));
    if (digests.length > 0) await sends.bulkWrite(digests, { ordered: false });
    await sends.updateMany(ofContacts, {
      $set: NO_PERSONAL_DATA,
      $unset: { kept_feedback: '' },
      $inc: { version: 1 },
    });
  };
}
