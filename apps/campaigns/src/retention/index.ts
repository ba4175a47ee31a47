import type { ServiceBase } from '@outreach/app-kit';
import type { CampaignsFeature } from '../methods/index.ts';
import { applyRetentionJob } from './apply-retention.job.ts';
import type { RetentionSteps } from './ports.ts';
import { retentionMethods } from './retention.rpc.ts';
import { createRetentionStore, type StoredRetention } from './retention.store.ts';
import { sendsRetainedFrom } from './retention.ts';

export interface RetentionSettings {
  readonly stored: StoredRetention;
  /** The time from which the current workspace has all of its emails; undefined while they are kept for ever. */
  readonly sendsRetainedFrom: () => Promise<Date | undefined>;
  /** Days for which the current workspace keeps the texts of its inbox. */
  readonly inboxDays: () => Promise<number>;
}

/** How long workspaces keep their records. */
export function createRetentionSettings(base: ServiceBase): RetentionSettings {
  const stored = createRetentionStore(base);
  return {
    stored,
    sendsRetainedFrom: async () => sendsRetainedFrom(await stored.find(), base.clock.now()),
    inboxDays: async () => (await stored.find()).inbox_days,
  };
}

/** Changes the settings and applies them. */
export function createRetention(
  base: ServiceBase,
  { settings: { stored }, ...steps }: RetentionSteps & { readonly settings: RetentionSettings },
): CampaignsFeature {
  return {
    name: 'retention',
    methods: retentionMethods(stored, base),
    jobs: [applyRetentionJob(stored.queue, steps, base)],
  };
}
