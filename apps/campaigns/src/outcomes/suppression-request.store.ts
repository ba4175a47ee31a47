import type { ServiceBase } from '@outreach/app-kit';
import type { PersonalPage } from '@outreach/contracts-common/personal-data';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { readById } from '@outreach/mongo-kit/paging';
import type { Model } from 'mongoose';
import { addressDigest, hashedAddress } from '../sends/index.ts';
import type { RequestFields, SuppressionRequests } from './ports.ts';

/** Longer than a call of the contacts service. */
const LEASE_MS = 30_000;
/** Requests that are read together for the personal data of a contact. */
const REQUESTS_READ = 500;

type RequestRow = WorkFields & RequestFields;

const schema = tenantSchema<RequestRow>(
  {
    _id: String,
    email: { type: String, required: true },
    address_digest: String,
    reason: { type: String, required: true },
    campaign_id: { type: String, required: true },
    contact_id: { type: String, required: true },
    ...workFields,
  },
  [
    workIndex,
    [{ workspace_id: 1, contact_id: 1 }, { name: 'of_contact' }],
    [{ workspace_id: 1, address_digest: 1 }, { name: 'of_address' }],
  ],
);

export function createSuppressionRequests(
  base: ServiceBase,
): SuppressionRequests & { readonly queue: WorkQueue<RequestRow> } {
  const { mongo, units, clock } = base;
  const model: Model<RequestRow> = defineModel(mongo.connection, 'suppression_requests', schema);
  const queue = createWorkQueue<RequestRow>({ ...base, model, leaseMs: LEASE_MS });
  const reasonsAmong: SuppressionRequests['reasonsAmong'] = async (emails) => {
    const emailOf = new Map(emails.map((email) => [addressDigest(email), email]));
    const found = await model
      .find({ address_digest: { $in: [...emailOf.keys()] } }, { address_digest: 1, reason: 1 })
      .lean<Pick<RequestRow, 'address_digest' | 'reason'>[]>();
    const byEmail = Map.groupBy(found, ({ address_digest: digest }) => emailOf.get(digest) ?? '');
    return new Map([...byEmail].map(([email, own]) => [email, own.map(({ reason }) => reason)]));
  };
  return {
    queue,
    add: async (requests) => {
      if (requests.length === 0) return;
      const due_at = new Date(clock.now());
      await model.bulkWrite(
        requests.map(({ id, ...request }) => ({
          // The reason is a part of the id: an email can bounce and be complained about.
          updateOne: {
            filter: { _id: `${id}:${request.reason}` },
            update: { $setOnInsert: { ...request, due_at, lease_token: null, attempts: 0 } },
            upsert: true,
          },
        })),
        { ordered: false },
      );
      units.afterCommit(() => queue.wakeUp.raise());
    },
    readAll: async (contactId, position) => readAll(model, contactId, position),
    eraseContacts: async (contactIds) => {
      await model.updateMany(
        { contact_id: { $in: [...contactIds] }, address_digest: { $type: 'string' } },
        [{ $set: { email: { $concat: [hashedAddress(''), '$address_digest'] } } }],
        { updatePipeline: true },
      );
    },
    reasonsAmong,
  };
}

async function readAll(model: Model<RequestRow>, contactId: string, position: string): Promise<PersonalPage> {
  const read = { filter: { contact_id: contactId }, after: position, size: REQUESTS_READ };
  const { documents, after } = await readById(model, read);
  const records = documents.map(({ _id: id, workspace_id, email, reason, campaign_id, contact_id }) => ({
    ...{ id, workspace_id, type: 'email', value: email, reason, source: 'campaign', campaign_id, contact_id },
  }));
  return { records, after };
}
