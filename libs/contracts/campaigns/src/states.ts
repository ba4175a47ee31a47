import { defineStates } from '@outreach/values';
import { ENROLLMENT_STATUSES } from './enrollment.ts';
import { CAMPAIGN_STATUSES } from './records.ts';

/** The states of a campaign. A draft starts at its creation. */
export const campaignStates = defineStates(CAMPAIGN_STATUSES, {
  launch: { draft: 'active' },
  pause: { active: 'paused' },
  auto_pause: { active: 'paused' },
  resume: { paused: 'active' },
  complete: { active: 'completed' },
  archive: {
    draft: 'archived',
    active: 'archived',
    paused: 'archived',
    completed: 'archived',
    archived: 'archived',
  },
});

/**
 * The states of an enrollment. It starts as active in an active campaign, and as pending in any other. `wait` is the
 * resume of an enrollment whose campaign is not active.
 */
export const enrollmentStates = defineStates(ENROLLMENT_STATUSES, {
  activate: { pending: 'active' },
  pause: { pending: 'paused', active: 'paused' },
  resume: { paused: 'active' },
  wait: { paused: 'pending' },
  complete: { active: 'completed' },
  stop: { pending: 'stopped', active: 'stopped', paused: 'stopped' },
});
