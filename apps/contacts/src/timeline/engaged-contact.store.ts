import { runAsSystem } from '@outreach/mongo-kit';
import type { ContactCollection } from '../contact-store/index.ts';
import type { ActivityUpdate, EngagedContacts } from './ports.ts';

const DUE_MAX = 200;

export function createEngagedContacts(contacts: ContactCollection): EngagedContacts {
  return {
    update: async (updates) => {
      await contacts.bulkWrite(updates.map(toOperation));
    },
    due: async (at) =>
      runAsSystem('one job expires the points of all workspaces', async () => {
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

function toOperation({ contactId, eventCount, activityAt, campaignIds }: ActivityUpdate) {
  const update = {
    $inc: { event_count: eventCount },
    ...(activityAt !== undefined && { $max: { last_activity_at: activityAt } }),
    ...(campaignIds.length > 0 && { $addToSet: { campaign_ids: { $each: [...campaignIds] } } }),
  };
  return { updateOne: { filter: { _id: contactId }, update } };
}
