import type { ServiceBase } from '@outreach/app-kit';
import type { WorkQueue } from '@outreach/job-kit';
import type { CampaignsFeature } from '../methods/index.ts';
import { CONFIRM_MS, createCampaignQueue, type QueuedCampaign } from './campaign-queue.store.ts';
import { createCampaignStore } from './campaign.store.ts';
import { campaignMethods } from './campaigns.rpc.ts';
import { checkCompletionJob } from './check-completion.job.ts';
import type { CampaignPorts, CampaignStore, CompletionChecks, RegistrationChecks } from './ports.ts';
import { syncRegistrationsJob } from './sync-registrations.job.ts';

import { autoPause, warnOfPause, type DeliverabilityFinding } from './auto-pause.ts';
export type { DeliverabilityFinding } from './auto-pause.ts';
export { toMetrics } from './campaign-metrics.ts';
export { OPEN_CAMPAIGN_STATUSES } from './campaign.ts';
export type { Campaign, ContactFilter } from './campaign.ts';
export { requireClient } from './list-campaigns.ts';
export type { CampaignContacts, CampaignStore, CompletionChecks, PlanMarks } from './ports.ts';

/** A campaign is checked this long after an enrollment has ended: enrollments that end meanwhile share the check. */
const COMPLETION_DELAY_MS = 1_000;

/** The stored campaigns, for the features that campaigns themselves need. */
export interface CampaignRecords {
  readonly store: CampaignStore;
  readonly completionChecks: CompletionChecks;
  readonly registrations: RegistrationChecks;
  readonly queues: Readonly<Record<'completion' | 'registration', WorkQueue<QueuedCampaign>>>;
}

export function createCampaignRecords(base: ServiceBase): CampaignRecords {
  const { clock } = base;
  const completions = createCampaignQueue(base, 'completion_checks');
  const registrations = createCampaignQueue(base, 'registration_checks');
  return {
    store: createCampaignStore(base),
    completionChecks: {
      request: async (campaignIds) =>
        completions.request(campaignIds, new Date(clock.now() + COMPLETION_DELAY_MS)),
    },
    registrations: { request: async (campaignId, at) => registrations.add([campaignId], at) },
    queues: { completion: completions.queue, registration: registrations.queue },
  };
}

/** Automatic pauses. Both methods are parts of a transaction. */
export interface CampaignPauser {
  /** Pauses the campaign if it is active. */
  pause(campaignId: string, finding: DeliverabilityFinding): Promise<void>;
  /** Emits a warning if the campaign is active. */
  warn(campaignId: string, finding: DeliverabilityFinding): Promise<void>;
}

export interface Campaigns extends CampaignsFeature {
  readonly pauser: CampaignPauser;
}

/** Campaigns: their settings and their life from draft to archive. */
export function createCampaigns(
  base: ServiceBase,
  needs: Omit<
    CampaignPorts,
    'campaigns' | 'completionChecks' | 'registrations' | 'events' | 'clock' | 'newId'
  > & { readonly records: CampaignRecords },
): Campaigns {
  const { events, clock, ids: newId } = base;
  const { records, ...rest } = needs;
  const { store: campaigns, completionChecks, registrations, queues } = records;
  const own = { campaigns, completionChecks, registrations };
  const ports = { ...rest, ...own, events, clock, newId };
  return {
    name: 'campaigns',
    pauser: {
      pause: async (id, finding) => autoPause(ports, id, finding),
      warn: async (id, finding) => warnOfPause(ports, id, finding),
    },
    methods: campaignMethods(ports),
    jobs: [
      checkCompletionJob({ ...ports, queue: queues.completion, confirmMs: CONFIRM_MS, base }),
      syncRegistrationsJob(ports, queues.registration, base),
    ],
  };
}
