import type { Leases } from '@outreach/mongo-kit';
import { pause, type Job } from '@outreach/service-kit';
import type { Deps } from '../domain/ports.ts';
import {
  announceTo,
  isAnnounceable,
  nextPassAt,
  type Announcement,
  type AnnouncementQueue,
} from './announce-suppressions.ts';
import { inWorkspace } from '../in-workspace.ts';

const ROUND_MS = 500;
const LEASE = 'announce-suppressions';
/** Longer than a page of contacts takes; another process goes on after that. */
const LEASE_MS = 15_000;

export interface AnnounceJobOptions {
  readonly deps: Deps;
  readonly queue: AnnouncementQueue;
  readonly leases: Leases;
}

/**
 * Tells of the contacts that new suppressions cover, a page of them per transaction. What a killed process has told of
 * is noted in the transaction of its events, so that the next one, which begins the walk anew, tells nobody twice.
 */
export function announceSuppressionsJob(options: AnnounceJobOptions): Job {
  const { leases } = options;
  return {
    name: 'announce-suppressions',
    run: async (signal) => {
      while (!signal.aborted) {
        if (await leases.acquire(LEASE, LEASE_MS)) await takeRound(options, signal);
        await pause(ROUND_MS, signal);
      }
      await leases.release(LEASE);
    },
  };
}

async function takeRound(options: AnnounceJobOptions, signal: AbortSignal): Promise<void> {
  const { deps, queue } = options;
  const now = new Date(deps.clock.now());
  await queue.spread(now);
  for (const announcement of await queue.due(now)) {
    if (signal.aborted || !(await announce(options, announcement, signal))) return;
  }
}

/** False when another process has the work now, or this one stops. */
async function announce(
  options: AnnounceJobOptions,
  announcement: Announcement,
  signal: AbortSignal,
): Promise<boolean> {
  const { deps, queue, leases } = options;
  for await (const emails of addressesOf(options, announcement)) {
    if (signal.aborted || !(await leases.acquire(LEASE, LEASE_MS))) return false;
    await inWorkspace(deps, announcement, async () =>
      deps.unitOfWork(async () => announceTo(deps, queue, { announcement, emails })),
    );
  }
  await inWorkspace(deps, announcement, async () =>
    queue.proceed(announcement, nextPassAt(announcement, deps.clock.now())),
  );
  return leases.acquire(LEASE, LEASE_MS);
}

/** None of a suppression that is lifted by now, or whose address is erased. */
async function* addressesOf(
  options: AnnounceJobOptions,
  announcement: Announcement,
): AsyncGenerator<readonly string[], void, undefined> {
  const { deps, queue } = options;
  const { suppressionId, isGlobal } = announcement;
  const suppression = await inWorkspace(deps, announcement, async () =>
    isGlobal ? deps.suppressions.findGlobalById(suppressionId) : deps.suppressions.findById(suppressionId),
  );
  if (suppression === undefined || !isAnnounceable(suppression)) return;
  if (suppression.type === 'email') {
    yield [suppression.value];
    return;
  }
  const pages = queue.addressesUnder(suppression.value)[Symbol.asyncIterator]();
  for (;;) {
    // Each page is read in a call of its own, as a long walk would outlive any.
    const page = await inWorkspace(deps, announcement, async () => pages.next());
    if (page.done === true) return;
    yield page.value;
  }
}
