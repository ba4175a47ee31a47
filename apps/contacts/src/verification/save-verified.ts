import { contactVerified } from '@outreach/contracts-contacts';
import type { EventSink } from '@outreach/event-schema';
import type { Clock } from '@outreach/service-kit';
import { toRecord, type Contact } from '../contact-model/index.ts';
import {
  batchChanges,
  changedMeanwhile,
  withNextVersion,
  type ContactCounts,
  type ContactStore,
} from '../contact-store/index.ts';
import { emitIfScored, loadScorer, type ScorerPorts } from '../scoring/index.ts';
import { applyVerdict } from './apply-verdict.ts';
import type { Verdict } from './ports.ts';
import type { VerificationResult } from './verification-job.ts';

export interface SaveVerifiedPorts extends ScorerPorts {
  readonly contacts: Pick<ContactStore, 'saveMany'>;
  readonly counts: Pick<ContactCounts, 'add'>;
  readonly events: EventSink;
  readonly clock: Clock;
}

/** Verdicts by the address that was verified. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** The verdict on a contact; `unknown` if it was deleted or has another address now. */
export function verdictOn(contact: Contact, verdicts: Verdicts): Verdict {
  const verdict = contact.is_deleted ? undefined : verdicts.get(contact.email);
  return verdict ?? { result: 'unknown', mailProvider: undefined };
}

/**
 * Stores the verdicts on contacts that were just read, in the caller's unit of work. Returns the result of each one.
 * Emits contact.verified for a changed status, and contact.scored if a rule of the profile uses the result.
 * @throws AppError conflict when a contact was changed since it was read.
 */
export async function saveVerified(
  ports: SaveVerifiedPorts,
  contacts: readonly Contact[],
  verdicts: Verdicts,
): Promise<readonly VerificationResult[]> {
  const scorer = await loadScorer(ports);
  const at = new Date(ports.clock.now());
  const changes = contacts.flatMap((before) => {
    const verified = applyVerdict(before, verdictOn(before, verdicts), at);
    return verified === before ? [] : [{ before, after: withNextVersion(ports, scorer.score(verified)) }];
  });
  if (changes.length > 0) {
    const saves = changes.map(({ before, after }) => ({ contact: after, expectedVersion: before.version }));
    if (!(await ports.contacts.saveMany(saves))) throw changedMeanwhile();
    await ports.counts.add(batchChanges(changes));
  }
  for (const { before, after } of changes) {
    const { id, version } = after;
    if (before.verification_status !== after.verification_status)
      ports.events.emit(contactVerified, { aggregate: { id, version }, data: toRecord(after) });
    emitIfScored(ports.events, before, after);
  }
  return contacts.map((contact) => verdictOn(contact, verdicts).result);
}
