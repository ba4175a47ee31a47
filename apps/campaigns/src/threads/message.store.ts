import { bytesOf, defineModel, tenantSchema, type StoredBytes } from '@outreach/mongo-kit';
import type { Sealer } from '@outreach/mongo-kit/sealing';
import type { Connection, Model, QueryFilter } from 'mongoose';
import { z } from 'zod';
import { AUTOMATIC_INTENTS } from '../feedback/index.ts';
import type { MessageStore } from './ports.ts';
import type { FullMessage, Message, MessageBody } from './thread.ts';

type MessageDocument = Omit<Message, 'id'> & { readonly _id: string };

/** `_id` is the id of the message. */
interface BodyDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly contact_id: string;
  readonly sealed_body: StoredBytes;
  /** The time of the message. */
  readonly at: Date;
  readonly expires_at: Date;
}

/** Bodies that are read together. */
const BODIES_READ = 20;
/** Bodies whose end one step changes. */
const BODIES_STEP_MAX = 500;
const DAY_MS = 86_400_000;
/** Messages that are read together for the personal data of a contact. */
const MESSAGES_READ = 20;
const Position = z.tuple([z.coerce.date(), z.string()]);

const required = (type: unknown): object => ({ type, required: true });

const messageSchema = tenantSchema<MessageDocument>(
  {
    _id: String,
    thread_id: required(String),
    contact_id: required(String),
    direction: required(String),
    from: { _id: false, name: String, email: String },
    to: [String],
    cc: [String],
    subject: String,
    truncated: Boolean,
    sent_at: Date,
    message_id: String,
    references: [String],
    send_id: String,
    counted_send_id: String,
    intent: String,
    status: required(String),
    error: String,
    attachments: [{ _id: false, file_name: String, content_type: String, size: Number }],
    at: required(Date),
  },
  [
    [{ workspace_id: 1, thread_id: 1, at: 1, _id: 1 }, { name: 'of_thread' }],
    [{ workspace_id: 1, send_id: 1, direction: 1 }, { name: 'of_send' }],
    [{ workspace_id: 1, contact_id: 1 }, { name: 'of_contact' }],
  ],
);

const bodySchema = tenantSchema<BodyDocument>(
  {
    _id: String,
    contact_id: required(String),
    sealed_body: required(Buffer),
    at: required(Date),
    expires_at: required(Date),
  },
  [
    [{ workspace_id: 1, contact_id: 1, _id: 1 }, { name: 'of_contact' }],
    // MongoDB removes the expired bodies of all workspaces.
    [{ expires_at: 1 }, { name: 'expiry', expireAfterSeconds: 0 }],
  ],
);

const Body = z.object({
  body_text: z.string(),
  body_html: z.string().nullable(),
  outgoing_html: z.string().exactOptional(),
});

/** The collection with the sealed bodies, for the change of the key. */
export const SEALED_BODIES = { collection: 'inbox_bodies', fields: ['sealed_body'] } as const;

export interface MessageStoreOptions {
  readonly connection: Connection;
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  /** Days for which the current workspace keeps bodies. */
  readonly inboxDays: () => Promise<number>;
}

export interface MessageRemoval {
  eraseContacts(contactIds: readonly string[]): Promise<void>;
  /** Part of a transaction: sets the end of the next bodies. Undefined after the last ones. */
  limitBodies(days: number, after: readonly string[] | undefined): Promise<readonly string[] | undefined>;
}

export function createMessageStore(options: MessageStoreOptions): MessageStore & MessageRemoval {
  const { connection } = options;
  const messages: Model<MessageDocument> = defineModel(connection, 'inbox_messages', messageSchema);
  const bodies: Model<BodyDocument> = defineModel(connection, 'inbox_bodies', bodySchema);
  return {
    ...createReads(messages),
    insert: async (added) => {
      if (added.length === 0) return;
      await messages.insertMany(added.map(toDocument), { lean: true });
      const keptMs = (await options.inboxDays()) * DAY_MS;
      await bodies.insertMany(
        added.map((message) => toBody({ ...options, keptMs }, message)),
        { lean: true },
      );
    },
    save: async (changed) => {
      if (changed.length === 0) return;
      await messages.bulkWrite(
        changed.map((message) => {
          const { _id, workspace_id: _workspaceId, ...fields } = toDocument(message);
          return { updateOne: { filter: { _id }, update: { $set: fields } } };
        }),
        { ordered: false },
      );
    },
    bodiesOf: async (ids, charactersMax = Infinity) => readBodies(options, bodies, { ids, charactersMax }),
    eraseContacts: async (contactIds) => {
      const ofContacts = { contact_id: { $in: [...contactIds] } };
      await messages.deleteMany(ofContacts);
      await bodies.deleteMany(ofContacts);
    },
    limitBodies: async (days, after) => limitBodies(bodies, days, after),
  };
}

async function limitBodies(
  bodies: Model<BodyDocument>,
  days: number,
  after: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  const [contactId = '', bodyId = ''] = after ?? [];
  const place = {
    contact_id: { $gte: contactId },
    $or: [{ contact_id: { $gt: contactId } }, { _id: { $gt: bodyId } }],
  };
  const found = await bodies
    .find(place, { _id: 1, contact_id: 1 })
    .sort({ contact_id: 1, _id: 1 })
    .limit(BODIES_STEP_MAX)
    .hint('of_contact')
    .lean<Pick<BodyDocument, '_id' | 'contact_id'>[]>();
  const last = found.at(-1);
  if (last === undefined) return undefined;
  await bodies.updateMany(
    { _id: { $in: found.map(({ _id }) => _id) } },
    [{ $set: { expires_at: { $add: ['$at', days * DAY_MS] } } }],
    { updatePipeline: true },
  );
  return [last.contact_id, last._id];
}

type MessageReads = Pick<MessageStore, 'find' | 'ofSends' | 'hasHumanReply' | 'newest' | 'readAll'>;

function createReads(messages: Model<MessageDocument>): MessageReads {
  return {
    find: async (id) => {
      const found = await messages.findOne({ _id: id }).lean<MessageDocument>();
      return found === null ? undefined : fromDocument(found);
    },
    hasHumanReply: async (threadId, except) => {
      const filter = {
        thread_id: threadId,
        direction: 'in' as const,
        _id: { $ne: except.id },
        intent: { $nin: [...AUTOMATIC_INTENTS] },
        ...(except.sendId !== undefined && { counted_send_id: except.sendId }),
      };
      return (await messages.exists(filter)) !== null;
    },
    ofSends: async (sendIds) => {
      const filter = { send_id: { $in: [...sendIds] }, direction: 'out' as const };
      const found = await messages.find(filter).lean<MessageDocument[]>();
      return new Map(found.map((one) => [one.send_id ?? '', fromDocument(one)]));
    },
    readAll: async (threadId, position) => {
      const found = await messages
        .find({ thread_id: threadId, ...(position === '' ? {} : laterThan(position)) })
        .sort({ at: 1, _id: 1 })
        .limit(MESSAGES_READ)
        .lean<MessageDocument[]>();
      const last = found.length < MESSAGES_READ ? undefined : found.at(-1);
      const after = last === undefined ? undefined : JSON.stringify([last.at, last._id]);
      return { messages: found.map(fromDocument), after };
    },
    newest: async (threadId, max) => {
      const found = await messages
        .find({ thread_id: threadId })
        .sort({ at: -1, _id: -1 })
        .limit(max)
        .lean<MessageDocument[]>();
      return found.map(fromDocument).toReversed();
    },
  };
}

function laterThan(position: string): QueryFilter<MessageDocument> {
  const [at, id] = Position.parse(JSON.parse(position));
  return { at: { $gte: at }, $or: [{ at: { $gt: at } }, { at, _id: { $gt: id } }] };
}

async function readBodies(
  { sealer }: MessageStoreOptions,
  bodies: Model<BodyDocument>,
  { ids, charactersMax }: { readonly ids: readonly string[]; readonly charactersMax: number },
): Promise<ReadonlyMap<string, MessageBody>> {
  const read = new Map<string, MessageBody>();
  let characters = 0;
  for (let start = 0; start < ids.length && characters < charactersMax; start += BODIES_READ) {
    const some = ids.slice(start, start + BODIES_READ);
    const found = await bodies.find({ _id: { $in: some } }).lean<BodyDocument[]>();
    for (const { _id, sealed_body: sealed } of found) {
      const body = openBody(sealer, sealed);
      read.set(_id, body);
      characters += body.body_text.length + (body.body_html?.length ?? 0);
    }
  }
  return read;
}

function toDocument(message: Message & Partial<MessageBody>): MessageDocument {
  const { id, body_text: _text, body_html: _html, outgoing_html: _sent, ...fields } = message;
  return { _id: id, ...fields };
}

function fromDocument({ _id, ...fields }: MessageDocument): Message {
  return { id: _id, ...fields };
}

function toBody(
  { sealer, keptMs }: Pick<MessageStoreOptions, 'sealer'> & { readonly keptMs: number },
  message: FullMessage,
): BodyDocument {
  const { id, workspace_id, contact_id, at, body_text, body_html, outgoing_html } = message;
  const plain = Buffer.from(JSON.stringify({ body_text, body_html, outgoing_html }), 'utf8');
  const expires_at = new Date(at.getTime() + keptMs);
  return { _id: id, workspace_id, contact_id, sealed_body: sealer.seal(plain), at, expires_at };
}

function openBody(sealer: Pick<Sealer, 'open'>, sealed: StoredBytes): MessageBody {
  return Body.parse(JSON.parse(sealer.open(bytesOf(sealed)).toString('utf8')));
}
