import { defineEvent, eventsWith, type EventDefinition } from '@outreach/event-schema';
import { z } from 'zod';
import { enrollmentRefExample, sendRefExample } from './examples.ts';
import { enrollmentRefSchema, sendRefSchema } from './records.ts';

/** Aggregate: the enrollment. */
const enrollmentEvent = eventsWith('enrollment', enrollmentRefSchema, enrollmentRefExample);

/** Aggregate: the send. */
const engagementEvent = eventsWith('engagement', sendRefSchema, sendRefExample);

export const enrollmentEnrolled = enrollmentEvent(
  'enrollment.enrolled',
  'A contact was enrolled in a campaign.',
);
export const enrollmentCompleted = enrollmentEvent(
  'enrollment.completed',
  'A contact has been sent every step of its sequence.',
  { current_step: 3 },
);
export const enrollmentStopped = enrollmentEvent(
  'enrollment.stopped',
  'An enrollment ended before its last step; `stop_reason` is the reason.',
  { current_step: 1, stop_reason: 'replied' },
);
export const engagementMachineOpened = engagementEvent(
  'engagement.machine_opened',
  'A machine opened an email: a scanner, or a proxy that prefetches images.',
);
export const engagementMachineClicked = engagementEvent(
  'engagement.machine_clicked',
  'A machine followed a link of an email.',
);

/** Aggregate: the workspace. Its version grows with each change of the settings. */
export const retentionUpdated = defineEvent({
  type: 'retention.updated',
  category: 'retention',
  description: 'The workspace has changed how long it keeps its records.',
  data: z.object({ timeline_days: z.int() }),
  example: { timeline_days: 730 },
});

/**
 * Events for other services only. The webhooks service does not consume these families, so they are in no catalogue,
 * and endpoints cannot subscribe to them.
 */
export const campaignInternalEvents: readonly EventDefinition[] = [
  enrollmentEnrolled,
  enrollmentCompleted,
  enrollmentStopped,
  engagementMachineOpened,
  engagementMachineClicked,
  retentionUpdated,
];
