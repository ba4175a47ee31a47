import type { ServiceBase } from '@outreach/app-kit';
import type { CampaignsFeature } from '../methods/index.ts';
import { applyRetentionJob } from './apply-retention.job.ts';
import type { ExpireSends, LimitBodies } from './ports.ts';
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

export interface RetentionNeeds {
  readonly settings: RetentionSettings;
  readonly expireSends: ExpireSends;
  readonly limitBodies: LimitBodies;
}

/** Changes the settings and applies them. */
export function createRetention(base: ServiceBase, { settings, ...steps }: RetentionNeeds): CampaignsFeature {
  const { clock, events } = base;
  const { stored } = settings;
  return {
    name: 'retention',
    methods: retentionMethods({ retention: stored, events, clock }),
    jobs: [applyRetentionJob({ ...steps, queue: stored.queue, base })],
  };
}
