import { defineStates } from '@outreach/values';

export const HEALTH_STATUSES = ['healthy', 'degraded', 'failed', 'paused'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/**
 * The health of an endpoint. Outcomes of attempts degrade, fail, ease and recover it; a failed endpoint returns by
 * `recover` only. A customer, or a response 410, pauses it; outcomes do not change a paused endpoint.
 */
export const healthStates = defineStates(HEALTH_STATUSES, {
  degrade: { healthy: 'degraded', degraded: 'degraded', failed: 'failed', paused: 'paused' },
  fail: { healthy: 'failed', degraded: 'failed', failed: 'failed', paused: 'paused' },
  ease: { healthy: 'healthy', degraded: 'healthy', failed: 'failed', paused: 'paused' },
  recover: { healthy: 'healthy', degraded: 'healthy', failed: 'healthy', paused: 'paused' },
  pause: { healthy: 'paused', degraded: 'paused', failed: 'paused', paused: 'paused' },
  activate: { healthy: 'healthy', degraded: 'degraded', failed: 'failed', paused: 'healthy' },
});
