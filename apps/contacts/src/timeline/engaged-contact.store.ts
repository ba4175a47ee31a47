import { runAsSystem } from '@outreach/mongo-kit';
import type { ContactCollection } from '../contact-store/index.ts';
import type { Activity, EngagedContacts } from './ports.ts';

const DUE_MAX = 200;

export function createEngagedContacts(contacts: ContactCollection): EngagedContacts {
  return {
    addActivities: async (activities) => {
      if (activities.length > 0) await contacts.bulkWrite(activities.map(toOperation));
    },
    addCampaign: async (campaignId, contactIds) => {
      const others = { _id: { $in: [...contactIds] }, campaign_ids: { $ne: campaignId } };
      await contacts.updateMany(others, { $addToSet: { campaign_ids: campaignId } }, { hint: '_id_' });
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

function toOperation({ contactId, at, isCounted }: Activity) {
  const update = {
    $max: { last_activity_at: at },
    ...(isCounted && { $inc: { engagement_checks: 1 } }),
  };
  return { updateOne: { filter: { _id: contactId }, update } };
}
