import type { PersonalPage } from '@outreach/contracts-common/personal-data';
import type { Connection, Model, QueryFilter } from 'mongoose';
import { z } from 'zod';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { EngagementEvent } from './engagement-event.ts';
import { COUNTED_EVENTS_MAX, COUNTED_TYPES, type CountedEvent } from '../scoring/index.ts';
import type { Timeline } from './ports.ts';

/** Events that one step deletes. */
const EXPIRED_MAX = 1_000;

/** Events that are read together for the personal data of a contact. */
const EVENTS_READ = 500;
const Position = z.tuple([z.coerce.date(), z.string()]);

interface EventDocument extends Omit<EngagementEvent, 'id'> {
  readonly _id: string;
  readonly workspace_id: string;
}

const schema = tenantSchema<EventDocument>(
  {
    _id: String,
    event_type: { type: String, required: true },
    occurred_at: { type: Date, required: true },
    contact_id: { type: String, required: true },
    campaign_id: String,
    enrollment_id: String,
    send_id: String,
    step_number: Number,
    variant_id: String,
    sending_account_id: String,
    is_machine: Boolean,
    metadata: Object,
  },
  [
    // The keys after the sort keys let the index answer type filters without reading the documents.
    [
      { workspace_id: 1, contact_id: 1, occurred_at: 1, _id: 1, event_type: 1, is_machine: 1 },
      { name: 'timeline' },
    ],
  ],
);

export function createTimelineStore(connection: Connection, cursors: Cursors): Timeline {
  const events: Model<EventDocument> = defineModel(connection, 'engagement_events', schema);
  return {
    known: async (ids) => {
      const found = await events.find({ _id: { $in: ids } }, { _id: 1 }).lean<{ _id: string }[]>();
      return new Set(found.map(({ _id }) => _id));
    },
    insert: async (added) => {
      const documents = added.map(({ id, ...rest }) => ({ _id: id, ...rest }));
      await events.insertMany(documents, { lean: true });
    },
    newestCounted: async (contactIds, after) => {
      const counted = {
        occurred_at: { $gt: after },
        event_type: { $in: [...COUNTED_TYPES] },
        is_machine: false,
      };
      const input = { event_type: '$event_type', occurred_at: '$occurred_at' };
      const found = await events.aggregate<{ _id: string; newest: CountedEvent[] }>([
        { $match: { contact_id: { $in: [...contactIds] }, ...counted } },
        { $sort: { contact_id: -1, occurred_at: -1, _id: -1 } },
        { $group: { _id: '$contact_id', newest: { $firstN: { n: COUNTED_EVENTS_MAX, input } } } },
      ]);
      return new Map(found.map(({ _id, newest }) => [_id, newest]));
    },
    list: async ({ contactId, eventTypes, page }) =>
      findPage(cursors, {
        model: events,
        list: 'engagement_events',
        filter: {
          contact_id: contactId,
          ...(eventTypes.length === 0 ? {} : { event_type: { $in: [...eventTypes] } }),
        },
        asked: JSON.stringify([contactId, ...eventTypes.toSorted()]),
        sortField: 'occurred_at',
        page,
        toItem: fromDocument,
      }),
    expire: async (before, after) => expire(events, before, after),
    readAll: async (contactId, after) => readAll(events, contactId, after),
    erase: async (contactId) => {
      await events.deleteMany({ contact_id: contactId });
    },
  };
}

/** The index answers the search, in its order, without the documents. */
async function expire(
  events: Model<EventDocument>,
  before: Date,
  after: string,
): Promise<readonly string[] | undefined> {
  const found = await events
    .find({ contact_id: { $gte: after }, occurred_at: { $lt: before } }, { _id: 1, contact_id: 1 })
    .hint('timeline')
    .sort({ contact_id: 1, occurred_at: 1, _id: 1 })
    .limit(EXPIRED_MAX)
    .lean<Pick<EventDocument, '_id' | 'contact_id'>[]>();
  if (found.length === 0) return undefined;
  await events.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
  return [...new Set(found.map(({ contact_id: id }) => id))];
}

async function readAll(
  events: Model<EventDocument>,
  contactId: string,
  position: string,
): Promise<PersonalPage> {
  const found = await events
    .find({ contact_id: contactId, ...(position === '' ? {} : laterThan(position)) })
    .sort({ occurred_at: 1, _id: 1 })
    .hint('timeline')
    .limit(EVENTS_READ)
    .lean<EventDocument[]>();
  const last = found.length < EVENTS_READ ? undefined : found.at(-1);
  const after = last === undefined ? undefined : JSON.stringify([last.occurred_at, last._id]);
  return { records: found.map(fromDocument), after };
}

function laterThan(position: string): QueryFilter<EventDocument> {
  const [at, id] = Position.parse(JSON.parse(position));
  return {
    occurred_at: { $gte: at },
    $or: [{ occurred_at: { $gt: at } }, { occurred_at: at, _id: { $gt: id } }],
  };
}

function fromDocument({ _id, workspace_id, ...rest }: EventDocument): EngagementEvent {
  return { id: _id, ...rest };
}
