import type { ServiceBase } from '@outreach/app-kit';
import {
  requireClaim,
  workQueueJob,
  type Claim,
  type WorkFailure,
  type WorkFields,
  type WorkQueue,
} from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { counter } from '@outreach/service-kit/metrics';
import { KnownFailure } from '../json-server/index.ts';
import { callProviders, finishEnrichment } from './enrich-contact.ts';
import type { EnrichmentPorts, EnrichmentProvider } from './ports.ts';
import { enrichmentRetries } from './retry-schedule.ts';

/** Requests that one process works on concurrently. */
const SLOTS = 16;
/** Of these, requests of one workspace. */
const SLOTS_PER_WORKSPACE = 8;
const WORKER_DIED = 'The worker died at every attempt.';
const UNEXPECTED = 'The enrichment failed with an unexpected error; see the log of the service.';

const ended = counter('enrichments_total', 'Attempts to enrich a contact, by outcome.', ['outcome']);

export interface EnrichJobOptions extends EnrichmentPorts {
  readonly queue: WorkQueue<WorkFields>;
  /** Turns a claimed request into a dead letter; false when the claim was lost. */
  readonly giveUp: (claim: Claim<unknown>, reason: string) => Promise<boolean>;
  readonly providers: readonly EnrichmentProvider[];
  readonly base: ServiceBase;
}

/** Works on enrichment requests. The workspaces take turns, so a large request of one workspace delays no other one. */
export function enrichJob(options: EnrichJobOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'enrich-contacts',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim, signal) => enrich(options, claim, signal),
    onError: async (claim, failure) => handleFailure(options, claim, failure),
    logger: base.logger,
  });
}

/** Runs each step in a call of its own: a slow provider would otherwise use up the deadline of the commit. */
async function enrich(options: EnrichJobOptions, claim: Claim<unknown>, signal: AbortSignal): Promise<void> {
  const { queue, providers } = options;
  const { inWorkspace, units } = options.base;
  const { id: contactId, workspaceId, attempt } = claim;
  if (attempt > enrichmentRetries.attemptsMax) throw new KnownFailure(WORKER_DIED);
  const found = await inWorkspace({ workspaceId }, async () =>
    callProviders(options, { contactId, providers, signal }),
  );
  await inWorkspace({ workspaceId }, async () =>
    units.unitOfWork(async () => {
      requireClaim(await queue.complete(claim));
      await finishEnrichment(options, { contactId, found });
    }),
  );
  ended.inc({ outcome: 'done' });
}

/** Postpones the request or gives it up. A request that fails because the process stops is due at once. */
async function handleFailure(
  options: EnrichJobOptions,
  claim: Claim<unknown>,
  { thrown, isStopping }: WorkFailure,
): Promise<void> {
  const { queue, clock, giveUp } = options;
  const { random, logger } = options.base;
  const nowMs = clock.now();
  const { attempt, id: contactId, workspaceId } = claim;
  const ids = { workspace_id: workspaceId, contact_id: contactId, attempt };
  const isKnown = thrown instanceof KnownFailure;
  const retryAtMs = isKnown ? thrown.retryAtMs : undefined;
  const failed = { attempt, endedAtMs: nowMs, retryAtMs, random: random() };
  const dueAtMs = isStopping ? nowMs : enrichmentRetries.nextAttemptAtMs(failed);
  const reason = isKnown ? thrown.message : UNEXPECTED;
  const isStored =
    dueAtMs === undefined ? await giveUp(claim, reason) : await queue.retryAt(claim, new Date(dueAtMs));
  if (!isStored) return;
  if (!isKnown) logger.error({ ...ids, err: thrown }, 'an enrichment failed');
  ended.inc({ outcome: dueAtMs === undefined ? 'given_up' : 'postponed' });
  logger.info({ ...ids, reason, due_at: dueAtMs }, 'enrichment not completed');
}
