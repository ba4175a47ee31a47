import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import { changedFields, searchTerms, searchTokens } from '@outreach/values';
import type { Connection, Model, QueryFilter } from 'mongoose';
import { changesOf, type CountNames } from './count-threads.ts';
import type { ThreadChange, ThreadCounts, ThreadFilter, ThreadStore } from './ports.ts';
import type { Thread } from './thread.ts';

type ThreadDocument = Omit<Thread, 'id'> & {
  readonly _id: string;
  /** The words for search. */
  readonly tokens: readonly string[];
};

/** Counts of the threads of an account; `_id` is its id. One document per account: a mailbox is read by one worker. */
interface CountDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly counts: Partial<Record<CountNames, number>>;
}

/** The fields that a search looks at. */
const SEARCHED = ['subject', 'first_name', 'last_name', 'contact_email'] as const;

const required = (type: unknown): object => ({ type, required: true });

const schema = tenantSchema<ThreadDocument>(
  {
    _id: String,
    campaign_id: required(String),
    enrollment_id: required(String),
    contact_id: required(String),
    contact_email: required(String),
    first_name: String,
    last_name: String,
    contact_updated_at: Date,
    sending_account_id: required(String),
    subject: String,
    intent: required(String),
    intent_source: required(String),
    intent_message_id: required(String),
    status: required(String),
    unread: required(Boolean),
    snippet: String,
    message_count: required(Number),
    last_message_at: required(Date),
    created_at: required(Date),
    version: required(Number),
    tokens: [String],
  },
  [
    [
      { workspace_id: 1, enrollment_id: 1 },
      { name: 'one_per_enrollment', unique: true },
    ],
    [{ workspace_id: 1, last_message_at: -1, _id: -1 }, { name: 'newest' }],
    [{ workspace_id: 1, status: 1, last_message_at: -1, _id: -1 }, { name: 'of_status' }],
    [{ workspace_id: 1, unread: 1, last_message_at: -1, _id: -1 }, { name: 'of_unread' }],
    [{ workspace_id: 1, intent: 1, last_message_at: -1, _id: -1 }, { name: 'of_intent' }],
    [{ workspace_id: 1, campaign_id: 1, last_message_at: -1, _id: -1 }, { name: 'of_campaign' }],
    [{ workspace_id: 1, sending_account_id: 1, last_message_at: -1, _id: -1 }, { name: 'of_account' }],
    [{ workspace_id: 1, contact_id: 1, last_message_at: -1, _id: -1 }, { name: 'of_contact' }],
    [{ workspace_id: 1, tokens: 1, last_message_at: -1, _id: -1 }, { name: 'by_token' }],
  ],
);

const countSchema = tenantSchema<CountDocument>({ _id: String, counts: Object });

/** `removeMessages` is part of the transaction that erases the threads of contacts. */
export function createThreadStore(
  connection: Connection,
  cursors: Cursors,
  removeMessages: (contactIds: readonly string[]) => Promise<void>,
): ThreadStore {
  const threads: Model<ThreadDocument> = defineModel(connection, 'inbox_threads', schema);
  const counts: Model<CountDocument> = defineModel(connection, 'inbox_counts', countSchema);
  const models = { threads, counts };
  const findAll = async (filter: QueryFilter<ThreadDocument>): Promise<readonly Thread[]> =>
    (await threads.find(filter, { tokens: 0 }).lean<ThreadDocument[]>()).map(fromDocument);
  return {
    find: async (id) => (await findAll({ _id: id }))[0],
    findByIds: async (ids) => findAll({ _id: { $in: [...ids] } }),
    findByEnrollments: async (ids) => findAll({ enrollment_id: { $in: [...ids] } }),
    ofContacts: async (ids) => findAll({ contact_id: { $in: [...ids] } }),
    list: async (page, filter) =>
      findPage(cursors, {
        model: threads,
        list: 'inbox_threads',
        sortField: 'last_message_at',
        projection: { tokens: 0 },
        page,
        ...toQuery(filter),
        toItem: fromDocument,
      }),
    counts: async () => sumCounts(await counts.find().lean<CountDocument[]>()),
    write: async (changes) => {
      if (changes.length === 0) return;
      await writeThreads(threads, changes);
      await count(models, changes);
    },
    eraseContacts: async (contactIds) => {
      const ofContacts = { contact_id: { $in: [...contactIds] } };
      const erased = await findAll(ofContacts);
      await threads.deleteMany(ofContacts);
      await count(
        models,
        erased.map((before) => ({ before, after: undefined })),
      );
      await removeMessages(contactIds);
    },
  };
}

async function writeThreads(threads: Model<ThreadDocument>, changes: readonly ThreadChange[]): Promise<void> {
  const added = changes.filter(({ before }) => before === undefined);
  const changed = changes.flatMap(({ before, after }) => (before === undefined ? [] : [{ before, after }]));
  if (added.length > 0)
    await threads.insertMany(
      added.map(({ after }) => toDocument(after)),
      { lean: true },
    );
  if (changed.length === 0) return;
  const { matchedCount } = await threads.bulkWrite(
    changed.map(({ before, after }) => ({
      updateOne: {
        filter: { _id: after.id, version: before.version },
        update: { $set: toUpdate(before, after) },
      },
    })),
    { ordered: false },
  );
  if (matchedCount !== changed.length) throw new Error('A thread was changed after it was read.');
}

async function count(
  { counts }: { readonly threads: Model<ThreadDocument>; readonly counts: Model<CountDocument> },
  changes: readonly { readonly before: Thread | undefined; readonly after: Thread | undefined }[],
): Promise<void> {
  const increments = [...changesOf(changes)];
  if (increments.length === 0) return;
  await counts.bulkWrite(
    increments.map(([_id, names]) => ({
      updateOne: {
        filter: { _id },
        update: {
          $inc: Object.fromEntries([...names].map(([name, by]) => [`counts.${name}`, by])),
        },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

function sumCounts(rows: readonly CountDocument[]): ThreadCounts {
  const sums: Record<string, number> = {};
  for (const { counts } of rows)
    for (const [name, number] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + number;
  const { unread = 0, open = 0, closed = 0, ...intents } = sums;
  const byIntent = Object.entries(intents).map(([name, number]) => [name.replace('intent_', ''), number]);
  return { unread, open, closed, byIntent: Object.fromEntries(byIntent) as Record<string, number> };
}

/** The words of a search, and the other conditions. */
function toQuery({ search, intents, ...filter }: ThreadFilter) {
  const conditions = {
    ...(filter.status !== undefined && { status: filter.status }),
    ...(intents.length > 0 && { intent: { $in: [...intents] } }),
    ...(filter.campaignId !== undefined && { campaign_id: filter.campaignId }),
    ...(filter.accountId !== undefined && { sending_account_id: filter.accountId }),
    ...(filter.contactId !== undefined && { contact_id: filter.contactId }),
    ...(filter.unread !== undefined && { unread: filter.unread }),
  };
  return {
    filter: conditions as QueryFilter<ThreadDocument>,
    words: searchTerms(search),
    asked: JSON.stringify([intents, filter]),
  };
}

function toDocument({ id, ...thread }: Thread): ThreadDocument {
  return { _id: id, ...thread, tokens: searchTokens(SEARCHED.map((field) => thread[field])) };
}

/** The words are written only if they have changed. */
function toUpdate(before: Thread, after: Thread): Partial<ThreadDocument> {
  const { id: _before, ...old } = before;
  const { id: _after, ...fields } = after;
  const isSame = SEARCHED.every((field) => old[field] === fields[field]);
  return { ...changedFields(old, fields), ...(!isSame && { tokens: toDocument(after).tokens }) };
}

function fromDocument({ _id, tokens: _tokens, ...thread }: ThreadDocument): Thread {
  return { id: _id, ...thread };
}
