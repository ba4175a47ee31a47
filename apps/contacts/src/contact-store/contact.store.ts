import type { Connection, Model, QueryFilter } from 'mongoose';
import { defineModel, isTimeUp, oneOf, type UnitReads } from '@outreach/mongo-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { Contact } from '../contact-model/index.ts';
import type { ContactSave, ContactStore, CustomFieldNames, FieldName, SameFields } from './ports.ts';
import {
  fromDocument,
  toDocument,
  UNREAD_FIELDS,
  WHOLE_CONTACT,
  type ContactDocument,
} from './contact-document.store.ts';
import { ADDRESS_INDEX, contactSchema } from './contact-schema.store.ts';
import { narrowestIndex, sliceContacts } from './contact-slices.store.ts';

/** The collection of contacts, for stores of features that write fields of their own in it. */
export type ContactCollection = Model<ContactDocument>;

export function defineContacts(connection: Connection): ContactCollection {
  return defineModel(connection, 'contacts', contactSchema);
}

export function createContactStore(
  contacts: ContactCollection,
  customFields: CustomFieldNames,
  { reads, writes }: Pick<Units, 'reads' | 'writes'>,
): ContactStore {
  /** Reads no names when no contact has custom values. */
  const fieldsOf = async (holders: readonly { custom_fields: object }[]): Promise<readonly FieldName[]> =>
    holders.some((holder) => Object.keys(holder.custom_fields).length > 0) ? customFields.all() : [];
  const read = async (documents: readonly ContactDocument[]): Promise<Contact[]> => {
    const fields = await fieldsOf(documents);
    return documents.map((document) => fromDocument(document, fields));
  };
  const { byId, byEmail } = keyedReads(contacts, reads);
  return {
    findById: async (id) => (await read(await byId(id)))[0],
    findByEmail: async (email) => (await read(await byEmail(email)))[0],
    insert: async (contact) => {
      const document = toDocument(contact, await fieldsOf([contact]));
      await writes.insert(contacts, [{ ...document, last_activity_at: null }]);
    },
    ...batches(contacts, { fieldsOf, read }),
    save: async (contact, expectedVersion) => {
      const { _id, ...rest } = toDocument(contact, await fieldsOf([contact]));
      return writes.change(contacts, { filter: { _id, version: expectedVersion }, set: rest });
    },
    remove: async (_id, expectedVersion) => {
      const result = await contacts.deleteOne({ _id, version: expectedVersion });
      return result.deletedCount === 1;
    },
    slice: async (query) => {
      const { items, next } = await sliceContacts(contacts, query);
      return { contacts: await read(items), next };
    },
    count: async (query, hints, timeoutMs) => {
      const hint = narrowestIndex(hints);
      const options = { maxTimeMS: timeoutMs, ...(hint === undefined ? {} : { hint }) };
      return countInTime(contacts, query, options);
    },
    known: async (ids, query = {}) => {
      const filter: QueryFilter<ContactDocument> = { $and: [{ _id: { $in: [...ids] } }, query] };
      const found = contacts.find(filter, { _id: 1 }).hint('_id_').batchSize(batchSizeOf(ids));
      return new Set((await found.lean<{ _id: string }[]>()).map(({ _id }) => _id));
    },
  };
}

/** All documents of the keys come with the first reply, which has 101 by default; a full reply would not be the last. */
function batchSizeOf(keys: readonly string[]): number {
  return keys.length + 1;
}

function keyedReads(contacts: ContactCollection, reads: UnitReads) {
  return {
    byId: reads.keyed<string, ContactDocument>({
      model: contacts,
      filterOf: (ids) => ({ _id: oneOf(ids) }),
      answers: ({ _id }, id) => _id === id,
      hint: '_id_',
      without: UNREAD_FIELDS,
    }),
    byEmail: reads.keyed<string, ContactDocument>({
      model: contacts,
      filterOf: (emails) => ({ email: oneOf(emails), is_deleted: false }),
      answers: ({ email, is_deleted }, wanted) => email === wanted && !is_deleted,
      hint: ADDRESS_INDEX,
      without: UNREAD_FIELDS,
    }),
  };
}

interface FieldNameReads {
  readonly fieldsOf: (holders: readonly { custom_fields: object }[]) => Promise<readonly FieldName[]>;
  readonly read: (documents: readonly ContactDocument[]) => Promise<Contact[]>;
}

/** Reads and writes of several contacts in one command. */
function batches(
  contacts: Model<ContactDocument>,
  { fieldsOf, read }: FieldNameReads,
): Pick<ContactStore, 'findByEmails' | 'findByIds' | 'insertMany' | 'saveMany' | 'setMany'> {
  return {
    findByEmails: async (emails) => {
      const filter = { email: { $in: [...emails] }, is_deleted: false };
      const documents = contacts
        .find(filter, WHOLE_CONTACT)
        .hint(ADDRESS_INDEX)
        .batchSize(batchSizeOf(emails));
      const found = await read(await documents.lean<ContactDocument[]>());
      return new Map(found.map((contact) => [contact.email, contact]));
    },
    findByIds: async (ids) => {
      const found = contacts.find({ _id: { $in: [...ids] } }, WHOLE_CONTACT).batchSize(batchSizeOf(ids));
      return read(await found.lean<ContactDocument[]>());
    },
    insertMany: async (created) => {
      const fields = await fieldsOf(created);
      const documents = created.map((contact) => ({
        ...toDocument(contact, fields),
        last_activity_at: null,
      }));
      await contacts.insertMany(documents, { lean: true });
    },
    saveMany: async (saves) => {
      const fields = await fieldsOf(saves.map(({ after }) => after));
      const operations = saves.map(({ before, after, activityAt }) => {
        const { _id, workspace_id, ...rest } = toDocument(after, fields);
        const activity = activityAt === undefined ? {} : { $max: { last_activity_at: activityAt } };
        const update = { $set: rest, ...activity };
        return { updateOne: { filter: { _id, version: before.version }, update } };
      });
      const result = await contacts.bulkWrite(operations);
      return result.matchedCount === saves.length;
    },
    setMany: async (saves, fields) => setMany(contacts, saves, fields),
  };
}

/** One command for all contacts: one per contact would plan each of them. */
async function setMany(
  contacts: Model<ContactDocument>,
  saves: readonly ContactSave[],
  fields: SameFields,
): Promise<boolean> {
  const filter = { _id: { $in: saves.map(({ before }) => before.id) } };
  const found = await contacts
    .find(filter, { version: 1 })
    .hint('_id_')
    .lean<{ _id: string; version: number }[]>();
  const versions = new Map(found.map(({ _id, version }) => [_id, version]));
  if (saves.some(({ before }) => versions.get(before.id) !== before.version)) return false;
  await contacts.updateMany(filter, { $set: fields, $inc: { version: 1 } }, { hint: '_id_' });
  return true;
}

async function countInTime(
  contacts: Model<ContactDocument>,
  query: Readonly<Record<string, unknown>>,
  options: { readonly maxTimeMS: number; readonly hint?: string },
): Promise<number | undefined> {
  try {
    return await contacts.countDocuments(query as QueryFilter<ContactDocument>, options);
  } catch (thrown) {
    if (isTimeUp(thrown)) return undefined;
    throw thrown;
  }
}
