import type { Send } from './send.ts';

/** Gives the places of sends that will not be sent back to the limits of their days. */
export interface PlannedDays {
  /** Part of a transaction. */
  release(sends: readonly PlacedSend[]): Promise<void>;
}

/** The fields of a send that name its places. */
export type PlacedSend = Pick<
  Send,
  'campaign_id' | 'thread_id' | 'sending_account_id' | 'account_day' | 'campaign_day' | 'step_number'
>;

/** Planned emails of the current call's workspace that no worker has claimed yet. */
export interface QueuedSends {
  /** Part of a transaction: cancels the queued sends of the enrollments. Returns their number. */
  cancel(enrollmentIds: readonly string[]): Promise<number>;
  /** Part of a transaction: cancels the queued answers to the contacts. */
  cancelAnswers(contactIds: readonly string[]): Promise<void>;
  /** Part of a transaction: cancels at most so many queued sends of the campaign. Returns their number. */
  cancelOf(campaignId: string, max: number): Promise<number>;
  /** The number of queued sends of the campaign. */
  count(campaignId: string): Promise<number>;
  /** Part of a transaction: drops queued sends scheduled before a time. Returns the ids of their enrollments. */
  dropBefore(campaignId: string, time: Date): Promise<readonly string[]>;
  /** Part of a transaction: queued sends that waited for the end of a pause are due again, at their times. */
  endHold(campaignId: string): Promise<void>;
}

/** Enrollments of the current call's workspace. */
export interface OpenEnrollments {
  /** Those of the ids that have not ended. */
  openAmong(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A place in the sends of a workspace: the campaign, the time of creation and the id of a send. */
export type SendPlace = readonly string[];
