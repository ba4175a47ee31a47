import { refuseWrong } from '../contact-model/index.ts';
import { CAMPAIGN_SEGMENTS_MAX } from './campaign-filter.ts';
import type { CampaignLinkPorts } from './ports.ts';

const FIELD = 'contact_filter.segment_ids';

/**
 * Registers a campaign with the segments that it uses, before the campaigns service commits it. A segment that is
 * deleted concurrently is either unknown here, or its deletion finds it in use.
 * @throws AppError invalid_argument on `contact_filter.segment_ids[i]`.
 */
export async function registerCampaign(
  ports: CampaignLinkPorts,
  { campaignId, segmentIds }: { readonly campaignId: string; readonly segmentIds: readonly string[] },
): Promise<void> {
  if (segmentIds.length > CAMPAIGN_SEGMENTS_MAX)
    refuseWrong([{ field: FIELD, message: `must have at most ${CAMPAIGN_SEGMENTS_MAX} items` }]);
  const known = await ports.segments.hold(segmentIds);
  refuseWrong(
    segmentIds.flatMap((id, index) =>
      known.has(id) ? [] : [{ field: `${FIELD}[${index}]`, message: 'must be a segment of this workspace' }],
    ),
  );
  await ports.campaigns.register(campaignId, [...new Set(segmentIds)]);
}
