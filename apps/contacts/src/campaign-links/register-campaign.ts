import { AppError } from '@outreach/errors';
import type { Deps } from '../domain/ports.ts';
import { CAMPAIGN_SEGMENTS_MAX } from './campaign-filter.ts';

const FIELD = 'contact_filter.segment_ids';

export interface CampaignRegistration {
  readonly campaignId: string;
  readonly segmentIds: readonly string[];
}

/**
 * Makes a campaign known before it commits, with the segments that it uses from now on. A segment that is deleted at
 * the same moment is either unknown here or in use there.
 * @throws AppError invalid_argument on `contact_filter.segment_ids[i]`.
 */
export async function registerCampaign(
  deps: Pick<Deps, 'campaigns' | 'segments'>,
  { campaignId, segmentIds }: CampaignRegistration,
): Promise<void> {
  if (segmentIds.length > CAMPAIGN_SEGMENTS_MAX)
    refuse([{ field: FIELD, message: `must have at most ${CAMPAIGN_SEGMENTS_MAX} items` }]);
  const known = await deps.segments.hold(segmentIds);
  refuse(
    segmentIds.flatMap((id, index) =>
      known.has(id) ? [] : [{ field: `${FIELD}[${index}]`, message: 'must be a segment of this workspace' }],
    ),
  );
  await deps.campaigns.register(campaignId, [...new Set(segmentIds)]);
}

/** Frees the segments of a campaign that has ended; filters know it still. */
export async function releaseCampaign(deps: Pick<Deps, 'campaigns'>, campaignId: string): Promise<void> {
  await deps.campaigns.release(campaignId);
}

function refuse(errors: readonly { readonly field: string; readonly message: string }[]): void {
  const [first] = errors;
  if (first === undefined) return;
  throw new AppError('invalid_argument', `${first.field} ${first.message}.`, {
    field: first.field,
    errors: [...errors],
  });
}
