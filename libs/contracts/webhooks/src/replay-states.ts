import { defineStates } from '@outreach/values';

export const REPLAY_STATUSES = ['queued', 'running', 'completed', 'canceled'] as const;

/** The states of a replay. It starts as queued; a replay that matches no event completes at once. */
export const replayStates = defineStates(REPLAY_STATUSES, {
  start: { queued: 'running' },
  complete: { queued: 'completed', running: 'completed' },
  cancel: { queued: 'canceled', running: 'canceled' },
});
