import type { Campaign } from './campaign.ts';

/** Campaigns of the current call's workspace. */
export interface CampaignStore {
  findById(id: string): Promise<Campaign | undefined>;
  /** Active campaigns of the sequence, at most `limit`. */
  activeOf(sequenceId: string, limit: number): Promise<readonly Campaign[]>;
  /** Returns false if the campaign no longer has the given status. */
  markEnrolled(campaign: Campaign, at: Date): Promise<boolean>;
}
