import { domainOf } from '@outreach/values';
import type { EventSink } from '@outreach/event-schema';
import type { Clock } from '@outreach/service-kit';
import type { CampaignStore, PlanMarks } from '../campaigns/index.ts';
import { stopped, type EnrollmentRecords } from '../enrollments/index.ts';
import type { SentCount } from '../sending-accounts/index.ts';
import type { SequenceReader } from '../sequences/index.ts';
import { ownerOf, type MessageIds, type PlannedDays, type QueuedSends, type Send } from '../sends/index.ts';
import type { CountChange, StatsWriter } from '../stats/index.ts';
import type { Subject } from './applied.ts';
import type { ThreadRecords } from '../threads/index.ts';
import { emitSendEvent } from './emit-send-events.ts';
import { holdEvents } from './hold-events.ts';
import { byId, Changes, type AppliedOutcome } from './outcome-changes.ts';
import type { ClaimedRecords, Outcome } from './outcome.ts';
import type { RateGuard, SendStore, SuppressionRequest, SuppressionRequests } from './ports.ts';
import { readAnswers, recordAnswers } from './record-answers.ts';
import { suppressedAddress } from './suppressed-address.ts';
import { unsubscribesOfExpired } from './unsubscribe-expired.ts';

/** Outcomes of one transaction. */
export const OUTCOMES_MAX = 500;
/** Enrollments of the domains of replies that one transaction stops; tasks stop the rest. */
const DOMAIN_STOPS_MAX = 500;

export interface RecordOutcomesPorts {
  readonly sends: SendStore;
  readonly threads: ThreadRecords;
  readonly enrollments: EnrollmentRecords;
  readonly campaigns: Pick<CampaignStore, 'findByIds'>;
  readonly sequences: Pick<SequenceReader, 'findById'>;
  readonly stats: StatsWriter;
  readonly countSends: (counts: readonly SentCount[]) => Promise<void>;
  readonly queuedSends: Pick<QueuedSends, 'cancel'>;
  readonly plannedDays: PlannedDays;
  readonly planMarks: PlanMarks;
  readonly suppressions: SuppressionRequests;
  readonly guard: RateGuard;
  readonly messageIds: Pick<MessageIds, 'of'>;
  readonly isFreeMailDomain: (domain: string) => boolean;
  readonly clock: Clock;
  readonly events: EventSink;
}

/** The part of `OutcomeRecorder.record`. */
export async function recordOutcomes(
  ports: RecordOutcomesPorts,
  outcomes: readonly Outcome[],
  claimed: readonly ClaimedRecords[] = [],
): Promise<ReadonlySet<string>> {
  if (outcomes.length > OUTCOMES_MAX) throw new Error(`At most ${OUTCOMES_MAX} outcomes per call.`);
  const subjects = await readSubjects(ports, outcomes, claimed);
  const changes = new Changes(subjects);
  for (const outcome of outcomes) changes.apply(outcome);
  await writeSends(ports, changes);
  const held = holdEvents(ports.events);
  await writeEnrollments(ports, changes, held);
  await recordAnswers(ports, changes);
  await ports.threads.addSentEmails(changes.sentInThreads());
  await count(ports, changes);
  await ports.suppressions.add([
    ...changes.applied.flatMap(toSuppression),
    ...(await unsubscribesOfExpired(ports.enrollments, outcomes, (id) => subjects.has(id))),
  ]);
  for (const { campaign, enrollmentId, events } of changes.events) {
    for (const event of events) emitSendEvent(ports.events, campaign, event);
    held.release(enrollmentId);
  }
  held.releaseAll();
  await ports.guard.check(changes.campaignsWith(({ rates }) => rates !== undefined));
  return changes.changedIds();
}

/** The sends of the outcomes with their records. A send that no longer exists has none. */
async function readSubjects(
  ports: RecordOutcomesPorts,
  outcomes: readonly Outcome[],
  claimed: readonly ClaimedRecords[],
): Promise<Map<string, Subject>> {
  const { campaigns, sequences, messageIds } = ports;
  const found = await complete(
    claimed.map(({ send }) => send),
    outcomes.map(({ sendId }) => sendId),
    ports.sends.findByIds,
  );
  const idsOf = (idOf: (send: Send) => string, some = found): string[] => [...new Set(some.map(idOf))];
  const enrollmentOf = byId(
    await complete(
      claimed.map(({ enrollment }) => enrollment),
      idsOf((send) => ownerOf(send).enrollment_id),
      ports.enrollments.findByIds,
    ),
  );
  const campaignOf = byId(await campaigns.findByIds(idsOf((send) => ownerOf(send).campaign_id)));
  const answerOf = await readAnswers(ports.threads, found);
  const steps = found.filter(({ thread_id: id }) => id === undefined);
  const sequenceIds = idsOf((send) => send.sequence_id, steps);
  const stepsOf = new Map(
    await Promise.all(
      sequenceIds.map(async (id) => [id, (await sequences.findById(id))?.steps ?? []] as const),
    ),
  );
  return new Map(
    found.map((send) => {
      const { campaign_id: campaignId, enrollment_id: enrollmentId } = ownerOf(send);
      const answer = answerOf.get(send.id);
      return [
        send.id,
        {
          send,
          enrollment: required(enrollmentOf.get(enrollmentId)),
          campaign: required(campaignOf.get(campaignId)),
          steps: stepsOf.get(send.sequence_id) ?? [],
          messageId: () => messageIds.of(send.id, domainOf(send.from_email)),
          ...(answer !== undefined && { answer }),
        },
      ];
    }),
  );
}

/** Adds the records that are not known yet. */
async function complete<Row extends { readonly id: string }>(
  known: readonly Row[],
  ids: readonly string[],
  find: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const knownIds = new Set(known.map(({ id }) => id));
  const missing = new Set(ids.filter((id) => !knownIds.has(id)));
  return missing.size === 0 ? known : [...known, ...(await find([...missing]))];
}

function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('A send has an enrollment and a campaign; neither is ever deleted.');
  return row;
}

async function writeSends(ports: RecordOutcomesPorts, changes: Changes): Promise<void> {
  await ports.sends.save(changes.sendChanges());
  await ports.sends.remove(changes.removedIds());
  const released = changes.applied.flatMap(({ before, applied }) =>
    applied.isReleased === true ? [before.send] : [],
  );
  if (released.length > 0) await ports.plannedDays.release(released);
}

/** The events wait for those of the emails: all of an email follow each other, and consumers handle them together. */
async function writeEnrollments(
  ports: RecordOutcomesPorts,
  changes: Changes,
  held: EventSink,
): Promise<void> {
  const changed = changes.enrollmentChanges();
  await ports.enrollments.write(changed, held);
  const stops = changes.applied.filter(({ applied }) => applied.stopsDomain === true);
  const colleagues = await stopDomains(ports, stops);
  await ports.queuedSends.cancel([...changes.endedByFeedback(), ...colleagues]);
  const due = changed.flatMap(({ after }) => (after.due_at === null ? [] : [after]));
  for (const [campaignId, own] of Map.groupBy(due, ({ campaign_id: id }) => id)) {
    const earliest = Math.min(...own.map(({ due_at: dueAt }) => dueAt?.getTime() ?? Infinity));
    await ports.planMarks.request([campaignId], new Date(earliest));
  }
}

/** Stops the enrollments of the colleagues of contacts that replied. Returns the ids of the enrollments. */
async function stopDomains(
  ports: RecordOutcomesPorts,
  stops: readonly AppliedOutcome[],
): Promise<readonly string[]> {
  const stoppedIds: string[] = [];
  const enrolledUntil = new Date(ports.clock.now());
  for (const { before, at } of stops) {
    const email = before.send.contact_email ?? '';
    const domain = domainOf(email);
    if (domain === '' || ports.isFreeMailDomain(domain)) continue;
    const room = DOMAIN_STOPS_MAX - stoppedIds.length;
    const query = { domain, enrolledUntil, max: room };
    const open = room === 0 ? [] : await ports.enrollments.openOfDomain(before.campaign.id, query);
    await ports.enrollments.write(
      open.map((one) => ({ before: one, after: stopped(one, 'domain_replied', at) })),
    );
    stoppedIds.push(...open.map(({ id }) => id));
    if (open.length === room) await ports.enrollments.addDomainStop(before.campaign.id, domain);
  }
  return stoppedIds;
}

async function count(ports: RecordOutcomesPorts, { applied }: Changes): Promise<void> {
  await ports.stats.count(applied.flatMap(toCountChanges));
  await ports.stats.countBounces(
    applied.flatMap(({ before: { campaign }, applied: { bounce, send }, at }) =>
      bounce === undefined || send === undefined
        ? []
        : [
            {
              campaignId: campaign.id,
              at,
              ...bounce,
              smtp_code: send.smtp_code,
              enhanced_code: send.enhanced_code,
              sample: withoutAddresses(send.smtp_response ?? ''),
            },
          ],
    ),
  );
  await ports.stats.countRates(
    applied.flatMap((one): Parameters<StatsWriter['countRates']>[0] => {
      const { before, applied: own } = one;
      return own.rates === undefined
        ? []
        : [{ campaign: before.campaign, at: sentAt(one) ?? one.at, counts: own.rates }];
    }),
  );
  await ports.countSends(
    applied.flatMap((one): SentCount[] => {
      const { before, applied: own } = one;
      return own.account === undefined
        ? []
        : [{ accountId: before.send.sending_account_id, at: sentAt(one) ?? one.at, counts: own.account }];
    }),
  );
}

/** A report can end an email as not sent. Null for an email whose result is unknown. */
function sentAt({ before, applied }: AppliedOutcome): Date | null {
  return applied.send?.sent_at ?? before.send.sent_at;
}

function toCountChanges({ before, applied: { counted = [], send } }: AppliedOutcome): CountChange[] {
  const { step_id: stepId, campaign_id: campaignId, sending_account_id: accountId } = before.send;
  const variantId = send?.variant_id ?? null;
  return counted.map(({ at, counts }) => ({ campaignId, accountId, stepId, variantId, at, counts }));
}

function toSuppression({
  before: { send },
  applied: { suppression: reason },
}: AppliedOutcome): SuppressionRequest[] {
  const { id, contact_id } = send;
  const { campaign_id } = ownerOf(send);
  const address = suppressedAddress(send);
  if (reason === undefined || address === undefined) return [];
  return [{ id, ...address, reason, campaign_id, contact_id }];
}

/** Counters are kept when a contact is erased, so their samples have no addresses. */
function withoutAddresses(reply: string): string {
  return reply.replaceAll(/[^\s<>()"',;:]+@[^\s<>()"',;:]+/g, '<address>');
}
