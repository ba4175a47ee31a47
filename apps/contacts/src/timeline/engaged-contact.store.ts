import type { Model } from 'mongoose';
import { runAsSystem } from '@outreach/mongo-kit';
import type { EngagedContacts, Trace } from './ports.ts';
import type { ContactDocument } from '../contact-records/contact-document.store.ts';

const DUE_MAX = 200;

export function createEngagedContacts(contacts: Model<ContactDocument>): EngagedContacts {
  return {
    leave: async (traces) => {
      await contacts.bulkWrite(traces.map(toUpdate));
    },
    due: async (at) =>
      runAsSystem('points of all workspaces run out under one job', async () => {
        const found = await contacts
          .find({ engagement_until: { $lte: at } }, { workspace_id: 1 })
          .hint('by_engagement_end')
          .sort({ engagement_until: 1 })
          .limit(DUE_MAX)
          .lean<{ _id: string; workspace_id: string }[]>();
        return found.map(({ _id, workspace_id }) => ({ contactId: _id, workspaceId: workspace_id }));
      }),
  };
}

function toUpdate({ contactId, eventCount, activityAt, campaignIds }: Trace) {
  const update = {
    $inc: { event_count: eventCount },
    ...(activityAt !== undefined && { $max: { last_activity_at: activityAt } }),
    ...(campaignIds.length > 0 && { $addToSet: { campaign_ids: { $each: [...campaignIds] } } }),
  };
  return { updateOne: { filter: { _id: contactId }, update } };
}
