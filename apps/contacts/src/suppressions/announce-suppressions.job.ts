import type { ServiceBase } from '@outreach/app-kit';
import { contactSuppressed } from '@outreach/contracts-contacts/events';
import {
  pollingJob,
  requireClaim,
  workQueueJob,
  type Claim,
  type WorkFields,
  type WorkQueue,
} from '@outreach/job-kit';
import type { WakeUp } from '@outreach/job-kit/wake-ups';
import type { Job } from '@outreach/service-kit/lifecycle';
import { toRecord } from '../contact-model/index.ts';
import type { ContactStore } from '../contact-store/index.ts';
import {
  isAnnounceable,
  isSearched,
  nextPassAt,
  type Announcement,
  type AnnouncementFields,
} from './announcement.ts';
import type { AnnouncedContacts, GlobalAnnouncements, SuppressionStore } from './ports.ts';

/** Announcements of addresses, and of domains, that one process works on concurrently. */
const SLOTS = { addresses: 4, domains: 2 };
/** Of these, announcements of one workspace. */
const SLOTS_PER_WORKSPACE = { addresses: 2, domains: 1 };
/** Backstop: a global suppression that another process adds is found within this time. */
const SPREAD_EVERY_MS = 5_000;

type Queue = WorkQueue<WorkFields & AnnouncementFields>;

export interface AnnounceJobOptions {
  readonly contacts: ContactStore;
  readonly suppressions: SuppressionStore;
  readonly queues: { readonly addresses: Queue; readonly domains: Queue };
  readonly announced: AnnouncedContacts;
  readonly base: ServiceBase;
}

/**
 * Emits contact.suppressed for the contacts that match new suppressions, one page of contacts per transaction. The same
 * transaction notes the announced contacts, so a worker that starts again after a crash announces no contact twice.
 */
export function announceSuppressionsJobs(options: AnnounceJobOptions): readonly Job[] {
  const { queues } = options;
  return [
    announceJob({ ...options, name: 'announce-suppressions', kind: 'addresses', queue: queues.addresses }),
    announceJob({ ...options, name: 'announce-suppressed-domains', kind: 'domains', queue: queues.domains }),
  ];
}

interface QueueOptions extends AnnounceJobOptions {
  readonly name: string;
  readonly kind: keyof typeof SLOTS;
  readonly queue: Queue;
}

function announceJob(options: QueueOptions): Job {
  const { name, kind, queue, base } = options;
  return workQueueJob({
    name,
    queue,
    slots: SLOTS[kind],
    slotsPerWorkspace: SLOTS_PER_WORKSPACE[kind],
    handle: async (claim, signal) => announce(options, claim, signal),
    logger: base.logger,
  });
}

/** Turns each global announcement into one announcement per workspace. */
export function spreadGlobalSuppressionsJob(
  globals: GlobalAnnouncements,
  wakeUp: WakeUp,
  { leader, clock }: ServiceBase,
): Job {
  return pollingJob({
    name: 'spread-global-suppressions',
    everyMs: SPREAD_EVERY_MS,
    leader,
    wakeUp,
    run: async () => globals.spread(new Date(clock.now())),
  });
}

/** Runs one pass. Each page has a call of its own: a long search takes longer than the deadline of one call. */
async function announce(
  options: QueueOptions,
  claim: Claim<AnnouncementFields>,
  signal: AbortSignal,
): Promise<void> {
  const { queue, announced, base } = options;
  const announcement = toAnnouncement(claim);
  if (isSearched(announcement)) {
    await base.inWorkspace(announcement, async () => announced.clear(announcement));
    requireClaim(await queue.complete(claim));
    return;
  }
  for await (const emails of addressesOf(options, announcement)) {
    signal.throwIfAborted();
    await base.inWorkspace(announcement, async () =>
      base.units.unitOfWork(async () => {
        // The notes may be deleted when another worker has the announcement, so only the holder of the claim announces.
        requireClaim(await queue.renew(claim));
        await announceTo(options, { announcement, emails });
      }),
    );
  }
  signal.throwIfAborted();
  const { workspaceId, suppressionId, pass } = announcement;
  const next = { pass: pass + 1, attempts: 0 };
  requireClaim(await queue.retryAt(claim, nextPassAt(announcement, base.clock.now()), next));
  base.logger.info(
    { workspace_id: workspaceId, suppression_id: suppressionId, pass },
    'suppression announced',
  );
}

/**
 * Emits contact.suppressed for the contacts with these addresses, in the caller's unit of work. Each suppression is
 * announced once per contact, even if another suppression matches the contact already: the two have reasons of their
 * own and can be deleted separately. Deleted contacts are skipped.
 */
async function announceTo(
  { contacts, announced, base }: AnnounceJobOptions,
  { announcement, emails }: { readonly announcement: Announcement; readonly emails: readonly string[] },
): Promise<void> {
  const found = [...(await contacts.findByEmails(emails)).values()];
  if (found.length === 0) return;
  const unannounced = await announced.record(
    announcement,
    found.map(({ id }) => id),
  );
  for (const contact of found) {
    if (!unannounced.has(contact.id)) continue;
    const { id, version } = contact;
    base.events.emit(contactSuppressed, { aggregate: { id, version }, data: toRecord(contact) });
  }
}

/** Pages of addresses; none if the suppression was deleted or its address was erased. */
async function* addressesOf(
  options: AnnounceJobOptions,
  announcement: Announcement,
): AsyncGenerator<readonly string[], void, undefined> {
  const { suppressions, announced, base } = options;
  const { suppressionId, isGlobal } = announcement;
  const suppression = await base.inWorkspace(announcement, async () =>
    isGlobal ? suppressions.findGlobalById(suppressionId) : suppressions.findById(suppressionId),
  );
  if (suppression === undefined || !isAnnounceable(suppression)) return;
  if (suppression.type === 'email') {
    yield [suppression.value];
    return;
  }
  const pages = announced.addressesUnder(suppression.value)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const page = await base.inWorkspace(announcement, async () => pages.next());
      if (page.done === true) return;
      yield page.value;
    }
  } finally {
    await pages.return?.();
  }
}

function toAnnouncement({ id, workspaceId, row }: Claim<AnnouncementFields>): Announcement {
  const { suppression_id: suppressionId, is_global: isGlobal, pass } = row;
  return { id, workspaceId, suppressionId, isGlobal, pass };
}
