import type { EventSink } from '@outreach/event-schema';
import type { Leases } from '@outreach/mongo-kit';
import { pause, type Clock, type Job, type Logger } from '@outreach/service-kit';
import type { ContactStore, UnitOfWork } from '../contact-records/index.ts';
import type { ServiceBase } from '@outreach/app-kit';
import { announceTo } from './announce-suppressions.ts';
import { isAnnounceable, nextPassAt, type Announcement } from './announcement.ts';
import type { AnnouncementQueue, SuppressionStore } from './ports.ts';

const ROUND_MS = 500;
const LEASE = 'announce-suppressions';
/** Longer than one page of contacts takes; after it another process continues. */
const LEASE_MS = 15_000;

export interface AnnounceJobOptions {
  readonly contacts: Pick<ContactStore, 'findByEmails'>;
  readonly suppressions: Pick<SuppressionStore, 'findById' | 'findGlobalById'>;
  readonly events: EventSink;
  readonly queue: AnnouncementQueue;
  readonly leases: Leases;
  readonly unitOfWork: UnitOfWork;
  readonly inWorkspace: ServiceBase['inWorkspace'];
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Emits contact.suppressed for the contacts that match new suppressions, one page of contacts per transaction. The same
 * transaction records the announced contacts, so a process that starts again after a crash announces no contact twice.
 */
export function announceSuppressionsJob(options: AnnounceJobOptions): Job {
  const { leases } = options;
  return {
    name: 'announce-suppressions',
    run: async (signal) => {
      while (!signal.aborted) {
        if (await leases.acquire(LEASE, LEASE_MS)) await runRound(options, signal);
        await pause(ROUND_MS, signal);
      }
      await leases.release(LEASE);
    },
  };
}

async function runRound(options: AnnounceJobOptions, signal: AbortSignal): Promise<void> {
  const { queue, clock } = options;
  const now = new Date(clock.now());
  await queue.spread(now);
  for (const announcement of await queue.due(now)) {
    if (signal.aborted || !(await announce(options, announcement, signal))) return;
  }
}

/** False when this process stops or has lost the lease. */
async function announce(
  options: AnnounceJobOptions,
  announcement: Announcement,
  signal: AbortSignal,
): Promise<boolean> {
  const { queue, leases, inWorkspace, unitOfWork, clock, logger } = options;
  for await (const emails of addressesOf(options, announcement)) {
    if (signal.aborted || !(await leases.acquire(LEASE, LEASE_MS))) return false;
    await inWorkspace(announcement, async () =>
      unitOfWork(async () => announceTo(options, { announcement, emails })),
    );
  }
  const nextAt = nextPassAt(announcement, clock.now());
  await inWorkspace(announcement, async () => queue.proceed(announcement, nextAt));
  const { workspaceId, suppressionId, pass } = announcement;
  logger.info(
    { workspace_id: workspaceId, suppression_id: suppressionId, pass, done: nextAt === undefined },
    'suppression announced',
  );
  return leases.acquire(LEASE, LEASE_MS);
}

/** Pages of addresses; none if the suppression was deleted or its address was erased. */
async function* addressesOf(
  options: AnnounceJobOptions,
  announcement: Announcement,
): AsyncGenerator<readonly string[], void, undefined> {
  const { suppressions, queue, inWorkspace } = options;
  const { suppressionId, isGlobal } = announcement;
  const suppression = await inWorkspace(announcement, async () =>
    isGlobal ? suppressions.findGlobalById(suppressionId) : suppressions.findById(suppressionId),
  );
  if (suppression === undefined || !isAnnounceable(suppression)) return;
  if (suppression.type === 'email') {
    yield [suppression.value];
    return;
  }
  const pages = queue.addressesUnder(suppression.value)[Symbol.asyncIterator]();
  for (;;) {
    // Each page is read in a call of its own: a long walk takes longer than the deadline of one call.
    const page = await inWorkspace(announcement, async () => pages.next());
    if (page.done === true) return;
    yield page.value;
  }
}
