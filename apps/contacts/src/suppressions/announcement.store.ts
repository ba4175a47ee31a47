import type { Connection, Model } from 'mongoose';
import { defineModel, runAsSystem, systemSchema, tenantSchema } from '@outreach/mongo-kit';
import { searchTokens } from '@outreach/values';
import type { ContactCollection } from '../contact-records/index.ts';
import { requireWorkspaceId } from '@outreach/service-kit';
import type { Announcement } from './announcement.ts';
import type { AnnouncementQueue, Announcements } from './ports.ts';

const DUE_MAX = 1_000;
const ADDRESSES_PER_PAGE = 500;
const REASON = 'one job announces the suppressions of all workspaces';

interface AnnouncementDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly suppression_id: string;
  readonly is_global: boolean;
  readonly is_domain: boolean;
  readonly pass: number;
  readonly due_at: Date;
}

/** A global announcement that has no announcements per workspace yet. */
interface GlobalDocument {
  readonly _id: string;
  readonly is_domain: boolean;
}

/** Records that a contact is announced; deleted together with the announcement. */
interface NoteDocument {
  readonly _id: string;
  readonly workspace_id: string;
}

const schema = tenantSchema<AnnouncementDocument>(
  {
    _id: String,
    suppression_id: { type: String, required: true },
    is_global: Boolean,
    is_domain: Boolean,
    pass: Number,
    due_at: Date,
  },
  // One job reads the announcements of all workspaces.
  [[{ is_domain: 1, due_at: 1 }, { name: 'due' }]],
);
const globalSchema = systemSchema<GlobalDocument>({ _id: String, is_domain: Boolean });
const noteSchema = tenantSchema<NoteDocument>({ _id: String });

export interface AnnouncementStores {
  readonly announcements: Announcements;
  readonly queue: AnnouncementQueue;
}

interface Models {
  readonly rows: Model<AnnouncementDocument>;
  readonly globals: Model<GlobalDocument>;
  readonly notes: Model<NoteDocument>;
  readonly contacts: ContactCollection;
}

export function createAnnouncementStores(
  connection: Connection,
  contacts: ContactCollection,
): AnnouncementStores {
  const models: Models = {
    rows: defineModel(connection, 'suppression_announcements', schema),
    globals: defineModel(connection, 'global_suppression_announcements', globalSchema),
    notes: defineModel(connection, 'suppression_announcement_notes', noteSchema),
    contacts,
  };
  const { rows, notes } = models;
  return {
    announcements: createAnnouncements(models),
    queue: {
      spread: async (at) => spread(models, at),
      due: async (at) => findDue(rows, at),
      addressesUnder: (domain) => addressesUnder(contacts, domain),
      record: async (announcement, contactIds) => record(notes, announcement, contactIds),
      proceed: async ({ id, pass }, nextAt) => {
        if (nextAt !== undefined) {
          await rows.updateOne({ _id: id, pass }, { $set: { pass: pass + 1, due_at: nextAt } });
          return;
        }
        await notes.deleteMany({ _id: { $gte: `${id}:`, $lt: `${id};` } });
        await rows.deleteOne({ _id: id, pass });
      },
    },
  };
}

function createAnnouncements({ rows, globals }: Models): Announcements {
  return {
    add: async (suppressions, at) => {
      const created = suppressions.map(({ id, type }) => ({
        _id: id,
        suppression_id: id,
        is_global: false,
        is_domain: type === 'domain',
        pass: 1,
        due_at: at,
      }));
      if (created.length > 0) await rows.insertMany(created, { lean: true });
    },
    addGlobal: async ({ id, type }) => {
      await globals.insertMany([{ _id: id, is_domain: type === 'domain' }], { lean: true });
    },
  };
}

/** May run twice: an existing announcement of a workspace stays unchanged. */
async function spread({ rows, globals, contacts }: Models, at: Date): Promise<void> {
  await runAsSystem(REASON, async () => {
    const waiting = await globals.find().limit(DUE_MAX).lean<GlobalDocument[]>();
    if (waiting.length === 0) return;
    const workspaceIds = await contacts.distinct('workspace_id');
    for (const { _id: id, is_domain } of waiting) {
      const fields = { suppression_id: id, is_global: true, is_domain, pass: 1, due_at: at };
      const operations = workspaceIds.map((workspace_id) => ({
        updateOne: {
          filter: { _id: `${id}:${workspace_id}`, workspace_id },
          update: { $setOnInsert: fields },
          upsert: true,
        },
      }));
      if (operations.length > 0) await rows.bulkWrite(operations);
      await globals.deleteOne({ _id: id });
    }
  });
}

async function findDue(rows: Model<AnnouncementDocument>, at: Date): Promise<Announcement[]> {
  return runAsSystem(REASON, async () => {
    const found = await rows
      .find({ is_domain: { $in: [false, true] }, due_at: { $lte: at } })
      .sort({ is_domain: 1, due_at: 1 })
      .limit(DUE_MAX)
      .lean<AnnouncementDocument[]>();
    return found.map(fromDocument);
  });
}

async function* addressesUnder(
  contacts: ContactCollection,
  domain: string,
): AsyncGenerator<readonly string[], void, undefined> {
  const found = contacts
    .find(underDomain(domain), { email: 1 })
    .hint('by_token')
    .lean<{ email: string }[]>()
    .cursor({ batchSize: ADDRESSES_PER_PAGE });
  let page: string[] = [];
  for await (const { email } of found) {
    page.push(email);
    if (page.length < ADDRESSES_PER_PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

async function record(
  notes: Model<NoteDocument>,
  { id }: Announcement,
  contactIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = new Map(contactIds.map((contactId) => [`${id}:${contactId}`, contactId]));
  const recorded = await notes.find({ _id: { $in: [...keys.keys()] } }).lean<NoteDocument[]>();
  for (const { _id } of recorded) keys.delete(_id);
  const added = [...keys.keys()].map((_id) => ({ _id }));
  if (added.length > 0) await notes.insertMany(added, { lean: true });
  return new Set(keys.values());
}

/**
 * The index of words contains every label of an address, so domains need no index of their own. The longest label is
 * usually the most selective one.
 */
function underDomain(domain: string) {
  const [longest = ''] = searchTokens([domain]).sort((first, second) => second.length - first.length);
  const pattern = new RegExp(`[@.]${domain.replaceAll(/[.-]/g, String.raw`\$&`)}$`);
  return {
    workspace_id: requireWorkspaceId(),
    is_deleted: false,
    tokens: longest,
    email: { $regex: pattern },
  };
}

function fromDocument(document: AnnouncementDocument): Announcement {
  const { _id, workspace_id, suppression_id, is_global, pass } = document;
  return {
    id: _id,
    workspaceId: workspace_id,
    suppressionId: suppression_id,
    isGlobal: is_global,
    pass,
  };
}
