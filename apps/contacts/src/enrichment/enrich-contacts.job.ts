import type { ServiceBase } from '@outreach/app-kit';
import { counter, pause, type Job } from '@outreach/service-kit';
import type { UnitOfWork } from '../contact-records/index.ts';
import { callProviders, finishEnrichment, type FinishEnrichmentPorts } from './enrich-contact.ts';
import {
  EnrichmentFailed,
  type ClaimedEnrichment,
  type EnrichmentProvider,
  type EnrichmentQueue,
} from './ports.ts';
import { enrichmentRetries } from './retry-schedule.ts';

const ROUND_MS = 500;
/** Requests that one process works on concurrently. */
const CONCURRENT_MAX = 16;
/** Requests claimed from one workspace before the next workspace. */
const PER_WORKSPACE_MAX = 8;
/** Time for reads and commit beyond the providers' time; after both, another process claims the request. */
const LEASE_MARGIN_MS = 10_000;
const WORKER_DIED = 'The worker died at every attempt.';
const UNEXPECTED = 'The enrichment failed with an unexpected error; see the log of the service.';

const ended = counter('enrichments_total', 'Attempts to enrich a contact, by outcome.', ['outcome']);

export interface EnrichJobOptions extends FinishEnrichmentPorts {
  readonly queue: EnrichmentQueue;
  readonly providers: readonly EnrichmentProvider[];
  /** Time limit in ms for all providers together, per contact. */
  readonly providerMs: number;
  readonly unitOfWork: UnitOfWork;
  readonly base: Pick<ServiceBase, 'random' | 'logger' | 'inWorkspace'>;
}

/** Works on enrichment requests. The workspaces take turns, so a large request of one workspace delays no other one. */
export function enrichJob(options: EnrichJobOptions): Job {
  return {
    name: 'enrich-contacts',
    run: async (signal) => {
      const running = new Set<Promise<void>>();
      while (!signal.aborted) {
        if (!(await runRound(options, running, signal))) await pause(ROUND_MS, signal);
      }
      await Promise.all(running);
    },
  };
}

/** False when no request was due. */
async function runRound(
  options: EnrichJobOptions,
  running: Set<Promise<void>>,
  signal: AbortSignal,
): Promise<boolean> {
  const { queue, providerMs, clock } = options;
  let hasClaimed = false;
  for (const workspaceId of await queue.workspaces()) {
    if (running.size >= CONCURRENT_MAX) await Promise.race(running);
    if (signal.aborted) break;
    const nowMs = clock.now();
    const claims = await queue.claim(workspaceId, {
      now: new Date(nowMs),
      until: new Date(nowMs + providerMs + LEASE_MARGIN_MS),
      countMax: Math.min(PER_WORKSPACE_MAX, CONCURRENT_MAX - running.size),
    });
    for (const claim of claims) {
      const work = enrich(options, claim, signal).finally(() => running.delete(work));
      running.add(work);
    }
    if (claims.length > 0) hasClaimed = true;
  }
  return hasClaimed;
}

/** Runs each step in a call of its own: a slow provider would otherwise use up the deadline of the commit. */
async function enrich(
  options: EnrichJobOptions,
  claim: ClaimedEnrichment,
  signal: AbortSignal,
): Promise<void> {
  const { providers, unitOfWork } = options;
  const { logger, inWorkspace } = options.base;
  const { contactId, workspaceId, attempts } = claim;
  try {
    if (attempts > enrichmentRetries.attemptsMax) throw new EnrichmentFailed(WORKER_DIED);
    const found = await inWorkspace({ workspaceId }, async () =>
      callProviders(options, { claim, providers, signal }),
    );
    await inWorkspace({ workspaceId }, async () =>
      unitOfWork(async () => finishEnrichment(options, { claim, found })),
    );
    ended.inc({ outcome: 'done' });
    logger.info(
      { workspace_id: workspaceId, contact_id: contactId, attempt: attempts },
      'enrichment completed',
    );
  } catch (thrown) {
    await handleFailure(options, { claim, thrown, isStopping: signal.aborted }).catch((err: unknown) => {
      logger.error(
        { workspace_id: workspaceId, contact_id: contactId, err },
        'the failure of an enrichment was not stored; it is retried when its lease ends',
      );
    });
  }
}

interface Failure {
  readonly claim: ClaimedEnrichment;
  readonly thrown: unknown;
  readonly isStopping: boolean;
}

/** Postpones the request or gives it up. A request that fails because the process stops is due at once. */
async function handleFailure(
  options: EnrichJobOptions,
  { claim, thrown, isStopping }: Failure,
): Promise<void> {
  const { queue, clock } = options;
  const { random, logger, inWorkspace } = options.base;
  const nowMs = clock.now();
  const { attempts: attempt, contactId, workspaceId } = claim;
  const ids = { workspace_id: workspaceId, contact_id: contactId, attempt };
  const isKnown = thrown instanceof EnrichmentFailed;
  if (!isKnown) logger.error({ ...ids, err: thrown }, 'an enrichment failed');
  const retryAtMs = isKnown ? thrown.retryAtMs : undefined;
  const failed = { attempt, endedAtMs: nowMs, retryAtMs, random: random() };
  const dueAtMs = isStopping ? nowMs : enrichmentRetries.nextAttemptAtMs(failed);
  const reason = isKnown ? thrown.message : UNEXPECTED;
  ended.inc({ outcome: dueAtMs === undefined ? 'given_up' : 'postponed' });
  logger.info({ ...ids, reason, due_at: dueAtMs }, 'enrichment not completed');
  await inWorkspace({ workspaceId }, async () =>
    dueAtMs === undefined ? queue.giveUp(claim, reason) : queue.postpone(claim, new Date(dueAtMs)),
  );
}
