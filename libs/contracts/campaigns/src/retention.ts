import { z } from 'zod';

export const RETENTION_DAYS_MAX = 3_650;

/** How long a workspace keeps its records. */
export const RetentionRecord = z.object({
  sends_days: z
    .int()
    .min(0)
    .max(RETENTION_DAYS_MAX)
    .describe('Days after which emails are deleted, 0 for never. The counters of campaigns stay.'),
  timeline_days: z
    .int()
    .min(0)
    .max(RETENTION_DAYS_MAX)
    .describe('Days after which events of timelines are deleted, 0 for never.'),
  inbox_days: z
    .int()
    .min(1)
    .max(RETENTION_DAYS_MAX)
    .describe('Days after which the texts of messages of the inbox are deleted.'),
});
export type RetentionRecord = z.output<typeof RetentionRecord>;

/** The settings of a workspace that has not changed them. */
export const RETENTION_DEFAULTS: RetentionRecord = { sends_days: 0, timeline_days: 0, inbox_days: 365 };
