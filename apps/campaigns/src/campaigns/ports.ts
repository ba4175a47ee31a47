import type { Campaign } from './campaign.ts';

/** Campaigns of the current call's workspace. */
export interface CampaignStore {
  findById(id: string): Promise<Campaign | undefined>;
  /** Active campaigns of the sequence, at most `limit`. */
  activeOf(sequenceId: string, limit: number): Promise<readonly Campaign[]>;
  /** Whether campaigns that are neither archived nor completed use the sequence, and whether one of them is active. */
  openCampaignsOf(sequenceId: string): Promise<'none' | 'open' | 'active'>;
  /** Returns false if the campaign no longer has the given status. */
  markEnrolled(campaign: Campaign, at: Date): Promise<boolean>;
  insert(campaign: Campaign): Promise<void>;
  /** Replaces the campaign if it has `expectedVersion`; false if it has another version. */
  save(campaign: Campaign, expectedVersion: number): Promise<boolean>;
  /** True if a campaign that is neither archived nor completed uses the sending account. */
  usesAccount(accountId: string): Promise<boolean>;
}

/** Requests for a check whether active campaigns are completed. */
export interface CompletionChecks {
  /** Part of a transaction: a job checks these campaigns after the commit. */
  request(campaignIds: readonly string[]): Promise<void>;
}
