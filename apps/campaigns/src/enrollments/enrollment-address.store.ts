import { readById } from '@outreach/mongo-kit/paging';
import type { Connection } from 'mongoose';
import {
  BY_ADDRESS,
  enrollmentModel,
  fromDocument,
  OF_CONTACT,
  type Collection,
  type EnrollmentDocument,
} from './enrollment-model.store.ts';
import { addressDigest } from '../sends/index.ts';
import { addressKey, OPEN_STATUSES } from './enrollment.ts';
import type { EnrollmentStore } from './ports.ts';

/** Enrollments that are read together for the personal data of a contact. */
const ENROLLMENTS_READ = 500;
/** Fields for the planner. */
const INTERNAL = { address_key: 0, contact_version: 0, keeps_queued: 0, due_at: 0 } as const;
const OF_ADDRESSES_MAX = 1_000;

/** The addresses, zones and mail providers of contacts in their enrollments. */
export function createEnrollmentAddresses(
  connection: Connection,
): Pick<
  EnrollmentStore,
  'openOfDomain' | 'ofAddresses' | 'enrolledOf' | 'updateAddresses' | 'readAll' | 'eraseAddresses'
> {
  const enrollments = enrollmentModel(connection);
  return { ...searches(enrollments), ...changes(enrollments) };
}

function searches(
  enrollments: Collection,
): Pick<EnrollmentStore, 'openOfDomain' | 'ofAddresses' | 'enrolledOf'> {
  return {
    openOfDomain: async (campaignId, { domain, enrolledUntil, max }) => {
      const filter = {
        // The character after `@` ends the range of the domain.
        address_key: { $gte: `${domain}@`, $lt: `${domain}A` },
        campaign_id: campaignId,
        status: { $in: [...OPEN_STATUSES] },
        enrolled_at: { $lte: enrolledUntil },
      };
      const found = await enrollments.find(filter).hint(BY_ADDRESS).limit(max).lean<EnrollmentDocument[]>();
      return found.map(fromDocument);
    },
    ofAddresses: async (accountId, emails) => {
      const filter = { address_key: { $in: emails.map(addressKey) }, sending_account_id: accountId };
      const found = await enrollments
        .find(filter, { contact_email: 1 })
        .hint(BY_ADDRESS)
        .limit(OF_ADDRESSES_MAX)
        .lean<Pick<EnrollmentDocument, '_id' | 'contact_email'>[]>();
      return new Map(
        [...Map.groupBy(found, ({ contact_email }) => contact_email ?? '')].map(([email, own]) => [
          email,
          own.map(({ _id }) => _id),
        ]),
      );
    },
    enrolledOf: async (addresses) => {
      const found = await enrollments
        .find(
          { contact_id: { $in: addresses.map(({ contactId }) => contactId) } },
          { contact_id: 1, campaign_id: 1, time_zone: 1, status: 1 },
        )
        .hint(OF_CONTACT)
        .lean<Pick<EnrollmentDocument, 'contact_id' | 'campaign_id' | 'time_zone' | 'status'>[]>();
      const zones = new Map(addresses.map(({ contactId, timeZone }) => [contactId, timeZone]));
      const moved = found.filter(
        ({ contact_id: id, time_zone: zone, status }) => status === 'active' && zones.get(id) !== zone,
      );
      return {
        contactIds: new Set(found.map(({ contact_id: id }) => id)),
        movedCampaignIds: [...new Set(moved.map(({ campaign_id: id }) => id))],
      };
    },
  };
}

function changes(
  enrollments: Collection,
): Pick<EnrollmentStore, 'updateAddresses' | 'readAll' | 'eraseAddresses'> {
  return {
    updateAddresses: async (addresses) => {
      await enrollments.bulkWrite(
        addresses.map(({ contactId, email, timeZone, mailProvider, version }) => ({
          updateMany: {
            filter: { contact_id: contactId, contact_version: { $not: { $gte: version } } },
            update: {
              $set: {
                contact_email: email,
                address_key: addressKey(email),
                time_zone: timeZone,
                mail_provider: mailProvider,
                contact_version: version,
              },
            },
          },
        })),
      );
    },
    readAll: async (contactId, position) => {
      const filter = { contact_id: contactId };
      const read = { filter, after: position, size: ENROLLMENTS_READ, projection: INTERNAL };
      const { documents, after } = await readById(enrollments, read);
      return { records: documents.map(fromDocument), after };
    },
    eraseAddresses: async (contactIds) => {
      const ofContacts = { contact_id: { $in: [...contactIds] } };
      const addresses: readonly string[] = await enrollments.distinct('contact_email', {
        ...ofContacts,
        contact_email: { $type: 'string' },
      });
      const erased = { contact_email: null, address_key: null, contact_version: Number.MAX_SAFE_INTEGER };
      // The links of emails that have expired still unsubscribe the address.
      const digests = addresses.map((email) => ({
        updateMany: {
          filter: { ...ofContacts, contact_email: email },
          update: { $set: { address_digest: addressDigest(email) } },
        },
      }));
      await enrollments.bulkWrite([
        ...digests,
        { updateMany: { filter: ofContacts, update: { $set: erased } } },
      ]);
    },
  };
}
