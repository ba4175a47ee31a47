import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { createWakeUp, type WakeUp } from '@outreach/job-kit/wake-ups';
import { defineModel, runAsSystem, systemSchema, tenantSchema } from '@outreach/mongo-kit';
import { searchTokens } from '@outreach/values';
import type { ContactCollection } from '../contact-store/index.ts';
import { requireWorkspaceId } from '@outreach/service-kit';
import type { Announcement, AnnouncementFields } from './announcement.ts';
import type { AnnouncedContacts, Announcements, GlobalAnnouncements } from './ports.ts';

const GLOBALS_PER_ROUND_MAX = 100;
const ADDRESSES_PER_PAGE = 500;
const REASON = 'a global suppression is announced in all workspaces';

interface AnnouncementDocument extends WorkFields, AnnouncementFields {}

/** A global announcement that has no announcements per workspace yet. */
interface GlobalDocument {
  readonly _id: string;
  readonly is_domain: boolean;
}

/**
 * Notes that a contact is announced: a search that is repeated after a crash, and the second pass, emit no second event.
 * Deleted with the announcement.
 */
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
    ...workFields,
  },
  [workIndex],
);
const globalSchema = systemSchema<GlobalDocument>({ _id: String, is_domain: Boolean });
const noteSchema = tenantSchema<NoteDocument>({ _id: String });

export type AnnouncementQueue = WorkQueue<WorkFields & AnnouncementFields>;

/** Longer than one page of contacts takes; after it another process continues. */
const LEASE_MS = 15_000;

export interface AnnouncementStores {
  readonly announcements: Announcements;
  readonly globals: GlobalAnnouncements;
  readonly announced: AnnouncedContacts;
  /** Addresses have a queue of their own, because the search for a domain may take minutes. */
  readonly queues: { readonly addresses: AnnouncementQueue; readonly domains: AnnouncementQueue };
  /** Raised when a global announcement is added. */
  readonly globalAdded: WakeUp;
}

interface Models {
  readonly rows: Model<AnnouncementDocument>;
  readonly globals: Model<GlobalDocument>;
  readonly contacts: ContactCollection;
}

export function createAnnouncementStores(base: ServiceBase, contacts: ContactCollection): AnnouncementStores {
  const { connection } = base.mongo;
  const rows: Model<AnnouncementDocument> = defineModel(connection, 'suppression_announcements', schema);
  const globals: Model<GlobalDocument> = defineModel(
    connection,
    'global_suppression_announcements',
    globalSchema,
  );
  const notes: Model<NoteDocument> = defineModel(connection, 'suppression_announcement_notes', noteSchema);
  const models: Models = { rows, globals, contacts };
  const queueOf = (is_domain: boolean): AnnouncementQueue =>
    createWorkQueue<AnnouncementDocument>({ ...base, model: rows, leaseMs: LEASE_MS, filter: { is_domain } });
  const queues = { addresses: queueOf(false), domains: queueOf(true) };
  const wakeUp = (): void => {
    queues.addresses.wakeUp.raise();
    queues.domains.wakeUp.raise();
  };
  const globalAdded = createWakeUp();
  return {
    queues,
    globalAdded,
    announcements: createAnnouncements(models, {
      afterAdd: () => base.units.afterCommit(wakeUp),
      afterAddGlobal: () => base.units.afterCommit(() => globalAdded.raise()),
    }),
    globals: {
      spread: async (at) => {
        const count = await spread(models, at);
        if (count > 0) wakeUp();
        return count === GLOBALS_PER_ROUND_MAX;
      },
    },
    announced: {
      addressesUnder: (domain) => addressesUnder(contacts, domain),
      record: async (announcement, contactIds) => record(notes, announcement, contactIds),
      clear: async ({ id }) => {
        await notes.deleteMany({ _id: { $gte: `${id}:`, $lt: `${id};` } });
      },
    },
  };
}

function createAnnouncements(
  { rows, globals }: Models,
  { afterAdd, afterAddGlobal }: Readonly<Record<'afterAdd' | 'afterAddGlobal', () => void>>,
): Announcements {
  return {
    add: async (suppressions, at) => {
      if (suppressions.length === 0) return;
      const created = suppressions.map(({ id, type }) => ({
        _id: id,
        suppression_id: id,
        is_global: false,
        is_domain: type === 'domain',
        pass: 1,
        due_at: at,
      }));
      await rows.insertMany(created, { lean: true });
      afterAdd();
    },
    addGlobal: async ({ id, type }) => {
      await globals.insertMany([{ _id: id, is_domain: type === 'domain' }], { lean: true });
      afterAddGlobal();
    },
  };
}

/** Safe to repeat: existing announcements of workspaces stay unchanged. Returns the number of global announcements. */
async function spread({ rows, globals, contacts }: Models, at: Date): Promise<number> {
  return runAsSystem(REASON, async () => {
    const waiting = await globals.find().limit(GLOBALS_PER_ROUND_MAX).lean<GlobalDocument[]>();
    if (waiting.length === 0) return 0;
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
    return waiting.length;
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
