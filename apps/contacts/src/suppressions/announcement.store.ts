import type { Connection, Model } from 'mongoose';
import { defineModel, runAsSystem, systemSchema, tenantSchema } from '@outreach/mongo-kit';
import { currentCall } from '@outreach/service-kit';
import type {
  Announcement,
  AnnouncementQueue,
  Announcements,
} from './announce-suppressions.ts';
import { searchTokens } from '../contact-records/text-keys.ts';
import type { ContactDocument } from '../contact-records/contact-document.store.ts';

const DUE_MAX = 1_000;
const ADDRESSES_PER_PAGE = 500;
const REASON = 'suppressions of all workspaces are told of by one job';

interface AnnouncementDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly suppression_id: string;
  readonly is_global: boolean;
  readonly is_domain: boolean;
  readonly pass: number;
  readonly due_at: Date;
}

/** One of the operator's that is not spread over the workspaces yet. */
interface GlobalDocument {
  readonly _id: string;
  readonly is_domain: boolean;
}

/** That a contact is told of, until the announcement is done. */
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
  // One job works on those of all workspaces.
  [[{ is_domain: 1, due_at: 1 }, { name: 'due' }]],
);
const globalSchema = systemSchema<GlobalDocument>({ _id: String, is_domain: Boolean });
const noteSchema = tenantSchema<NoteDocument>({ _id: String });

export interface AnnouncementStores {
  readonly announcements: Announcements;
  readonly queue: AnnouncementQueue;
}

export function createAnnouncementStores(
  connection: Connection,
  contacts: Model<ContactDocument>,
): AnnouncementStores {
  const rows: Model<AnnouncementDocument> = defineModel(connection, 'suppression_announcements', schema);
  const globals: Model<GlobalDocument> = defineModel(
    connection,
    'global_suppression_announcements',
    globalSchema,
  );
  const notes: Model<NoteDocument> = defineModel(connection, 'suppression_announcement_notes', noteSchema);
  return {
    announcements: additions(rows, globals),
    queue: {
      ...pages(contacts, notes),
      spread: async (at) => spread({ rows, globals, contacts }, at),
      due: async (at) =>
        runAsSystem(REASON, async () => {
          const found = await rows
            .find({ is_domain: { $in: [false, true] }, due_at: { $lte: at } })
            .sort({ is_domain: 1, due_at: 1 })
            .limit(DUE_MAX)
            .lean<AnnouncementDocument[]>();
          return found.map(fromDocument);
        }),
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

function additions(rows: Model<AnnouncementDocument>, globals: Model<GlobalDocument>): Announcements {
  return {
    add: async (suppressions, at) => {
      const made = suppressions.map(({ id, type }) => ({
        _id: id,
        suppression_id: id,
        is_global: false,
        is_domain: type === 'domain',
        pass: 1,
        due_at: at,
      }));
      if (made.length > 0) await rows.insertMany(made, { lean: true });
    },
    addGlobal: async ({ id, type }) => {
      await globals.insertMany([{ _id: id, is_domain: type === 'domain' }], { lean: true });
    },
  };
}

interface SpreadParts {
  readonly rows: Model<AnnouncementDocument>;
  readonly globals: Model<GlobalDocument>;
  readonly contacts: Model<ContactDocument>;
}

/** May run twice: an announcement of a workspace that is there stays as it is. */
async function spread({ rows, globals, contacts }: SpreadParts, at: Date): Promise<void> {
  await runAsSystem(REASON, async () => {
    const waiting = await globals.find().limit(DUE_MAX).lean<GlobalDocument[]>();
    if (waiting.length === 0) return;
    const workspaceIds = await contacts.distinct('workspace_id');
    for (const { _id: id, is_domain } of waiting) {
      const members = { suppression_id: id, is_global: true, is_domain, pass: 1, due_at: at };
      const operations = workspaceIds.map((workspace_id) => ({
        updateOne: {
          filter: { _id: `${id}:${workspace_id}`, workspace_id },
          update: { $setOnInsert: members },
          upsert: true,
        },
      }));
      if (operations.length > 0) await rows.bulkWrite(operations);
      await globals.deleteOne({ _id: id });
    }
  });
}

function pages(
  contacts: Model<ContactDocument>,
  notes: Model<NoteDocument>,
): Pick<AnnouncementQueue, 'addressesUnder' | 'note'> {
  return {
    async *addressesUnder(domain) {
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
    },
    note: async ({ id }, contactIds) => {
      const keys = new Map(contactIds.map((contactId) => [`${id}:${contactId}`, contactId]));
      const known = await notes.find({ _id: { $in: [...keys.keys()] } }).lean<NoteDocument[]>();
      for (const { _id } of known) keys.delete(_id);
      const made = [...keys.keys()].map((_id) => ({ _id }));
      if (made.length > 0) await notes.insertMany(made, { lean: true });
      return new Set(keys.values());
    },
  };
}

/**
 * The index of words has every label of an address as a word, so that domains need no index of their own; the longest
 * label is the one that the fewest others share.
 */
function underDomain(domain: string) {
  const [longest = ''] = searchTokens([domain]).sort((one, other) => other.length - one.length);
  const pattern = new RegExp(`[@.]${domain.replaceAll(/[.-]/g, String.raw`\$&`)}$`);
  return {
    workspace_id: currentCall()?.workspaceId ?? '',
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
