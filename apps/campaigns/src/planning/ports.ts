/** Requests to plan the due emails of campaigns. */
export interface PlanMarks {
  /**
   * Part of a transaction: the planner looks at these campaigns at this time, or earlier if an earlier time was
   * requested. Does not disturb a planner that is at work on one of them.
   */
  request(campaignIds: readonly string[], at: Date): Promise<void>;
}
