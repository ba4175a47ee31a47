import { counter, pause, type Job, type Logger } from '@outreach/service-kit';
import { askProviders, finishEnrichment } from './enrich-contact.ts';
import {
  EnrichmentFailed,
  type ClaimedEnrichment,
  type EnrichmentProvider,
  type EnrichmentQueue,
} from './ports.ts';
import { enrichmentRetries } from './retry-schedule.ts';
import type { Deps } from '../domain/ports.ts';
import { inWorkspace } from '../in-workspace.ts';

const ROUND_MS = 500;
/** Requests that one process works on at once. */
const AT_ONCE_MAX = 16;
/** Requests of one workspace before it is the next one's turn. */
const PER_TURN_MAX = 8;
/** Beyond the providers' time, for the reads and the commit; another process goes on after both. */
const LEASE_MARGIN_MS = 10_000;
const WORKER_DIED = 'The worker died at every attempt.';
const UNEXPECTED = 'The enrichment failed by an error of its own; the log of the service tells more.';

const ended = counter('enrichments_total', 'Attempts to enrich a contact, by how they ended.', ['outcome']);

export interface EnrichJobOptions {
  readonly deps: Deps;
  readonly queue: EnrichmentQueue;
  readonly providers: readonly EnrichmentProvider[];
  /** Time in ms that the providers may take for one contact, all together. */
  readonly providerMs: number;
  readonly random: () => number;
  readonly logger: Logger;
}

/** Works off the requests for enrichment, a few of each workspace in turn, so that none waits for another's thousands. */
export function enrichJob(options: EnrichJobOptions): Job {
  return {
    name: 'enrich-contacts',
    run: async (signal) => {
      const running = new Set<Promise<void>>();
      while (!signal.aborted) {
        if (!(await takeRound(options, running, signal))) await pause(ROUND_MS, signal);
      }
      await Promise.all(running);
    },
  };
}

/** False when no request was due. */
async function takeRound(
  options: EnrichJobOptions,
  running: Set<Promise<void>>,
  signal: AbortSignal,
): Promise<boolean> {
  const { deps, queue, providerMs } = options;
  let hasClaimed = false;
  for (const workspaceId of await queue.workspaces()) {
    if (running.size >= AT_ONCE_MAX) await Promise.race(running);
    if (signal.aborted) break;
    const nowMs = deps.clock.now();
    const claims = await queue.claim(workspaceId, {
      now: new Date(nowMs),
      until: new Date(nowMs + providerMs + LEASE_MARGIN_MS),
      countMax: Math.min(PER_TURN_MAX, AT_ONCE_MAX - running.size),
    });
    for (const claim of claims) {
      const work = attend(options, claim, signal).finally(() => running.delete(work));
      running.add(work);
    }
    if (claims.length > 0) hasClaimed = true;
  }
  return hasClaimed;
}

/** Each step is a call of its own, as a slow provider would use up the time of the commit. */
async function attend(
  options: EnrichJobOptions,
  claim: ClaimedEnrichment,
  signal: AbortSignal,
): Promise<void> {
  const { deps, queue, providers, logger } = options;
  try {
    if (claim.attempts > enrichmentRetries.attemptsMax) throw new EnrichmentFailed(WORKER_DIED);
    const found = await inWorkspace(deps, claim, async () =>
      askProviders(deps, { claim, providers, signal }),
    );
    await inWorkspace(deps, claim, async () =>
      deps.unitOfWork(async () => finishEnrichment(deps, queue, { claim, found })),
    );
    ended.inc({ outcome: 'done' });
  } catch (thrown) {
    await settleFailure(options, { claim, thrown, isStopping: signal.aborted }).catch((err: unknown) => {
      logger.error(
        { contact_id: claim.contactId, err },
        'a failed enrichment waits for the end of its lease',
      );
    });
  }
}

interface Failure {
  readonly claim: ClaimedEnrichment;
  readonly thrown: unknown;
  readonly isStopping: boolean;
}

/** A process that stops has not failed: its request is due at once. */
async function settleFailure(
  options: EnrichJobOptions,
  { claim, thrown, isStopping }: Failure,
): Promise<void> {
  const { deps, queue, random, logger } = options;
  const nowMs = deps.clock.now();
  const { attempts: attempt, contactId } = claim;
  const isKnown = thrown instanceof EnrichmentFailed;
  if (!isKnown) logger.error({ contact_id: contactId, attempt, err: thrown }, 'an enrichment failed');
  const retryAtMs = isKnown ? thrown.retryAtMs : undefined;
  const failed = { attempt, endedAtMs: nowMs, retryAtMs, random: random() };
  const dueAtMs = isStopping ? nowMs : enrichmentRetries.nextAttemptAtMs(failed);
  const reason = isKnown ? thrown.message : UNEXPECTED;
  ended.inc({ outcome: dueAtMs === undefined ? 'given_up' : 'postponed' });
  logger.info({ contact_id: contactId, attempt, reason, due_at: dueAtMs }, 'an enrichment was not done');
  await inWorkspace(deps, claim, async () =>
    dueAtMs === undefined ? queue.giveUp(claim, reason) : queue.postpone(claim, new Date(dueAtMs)),
  );
}
