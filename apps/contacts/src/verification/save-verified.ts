import { contactVerified } from '@outreach/contracts-contacts/events';
import { ChangedMeanwhile } from '@outreach/errors';
import { type Contact, toRecord, withNextVersion } from '../contact-model/index.ts';
import { batchChanges, type ContactSave, type SameFields } from '../contact-store/index.ts';
import { emitIfScored, isRescored, loadScorer } from '../scoring/index.ts';
import type { Verdict, VerificationPorts } from './ports.ts';
import type { VerificationResult } from './verification-job.ts';

/** Verdicts by the address that was verified. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** The verdict on a contact; `unknown` if it was deleted or has another address now. */
function verdictOn(contact: Contact, verdicts: Verdicts): Verdict {
  const verdict = contact.is_deleted ? undefined : verdicts.get(contact.email);
  return verdict ?? { result: 'unknown', mailProvider: undefined };
}

type VerifiedFields = Partial<Pick<Contact, 'verification_status' | 'verified_at' | 'mail_provider'>>;

/** The fields that a verdict sets; undefined if the result is unknown. */
function verifiedFields({ result, mailProvider }: Verdict, at: Date): VerifiedFields | undefined {
  if (result === 'unknown') return undefined;
  const provider = mailProvider === undefined ? {} : { mail_provider: mailProvider };
  return { verification_status: result, verified_at: at, ...provider };
}

interface Verified extends ContactSave {
  readonly fields: VerifiedFields;
}

/**
 * Stores the verdicts on contacts that were just read, in the caller's unit of work. Returns the result of each one.
 * Emits contact.verified for a changed status, and contact.scored if a rule of the profile uses the result.
 * @throws AppError conflict when a contact was changed since it was read.
 */
export async function saveVerified(
  ports: VerificationPorts,
  contacts: readonly Contact[],
  verdicts: Verdicts,
): Promise<readonly VerificationResult[]> {
  const scorer = await loadScorer(ports);
  const nowMs = ports.clock.now();
  const clock = { now: () => nowMs };
  const at = new Date(nowMs);
  const changes = contacts.flatMap((before): Verified[] => {
    const fields = verifiedFields(verdictOn(before, verdicts), at);
    if (fields === undefined) return [];
    return [{ before, after: withNextVersion({ clock }, scorer.score({ ...before, ...fields })), fields }];
  });
  await write(ports, changes);
  for (const { before, after } of changes) {
    const { id, version } = after;
    if (before.verification_status !== after.verification_status)
      ports.events.emit(contactVerified, { aggregate: { id, version }, data: toRecord(after) });
    emitIfScored(ports.events, before, after);
  }
  return contacts.map((contact) => verdictOn(contact, verdicts).result);
}

/** Contacts with the same result are one command, unless their scores change. */
async function write({ contacts, counts }: VerificationPorts, changes: readonly Verified[]): Promise<void> {
  const rescored = changes.filter(hasNewScore);
  const others = changes.filter((change) => !hasNewScore(change));
  const groups = Map.groupBy(others, ({ after, fields }) => JSON.stringify([fields, after.profile_revision]));
  for (const same of groups.values()) {
    if (!(await contacts.setMany(same, setOf(same)))) throw new ChangedMeanwhile('contact');
  }
  if (rescored.length === 0) return;
  if (!(await contacts.saveMany(rescored))) throw new ChangedMeanwhile('contact');
  await counts.add(batchChanges(rescored));
}

/** The fields of the first change, which all of them have. */
function setOf([first]: readonly Verified[]): SameFields {
  if (first === undefined) return {};
  const { updated_at, profile_revision } = first.after;
  return { ...first.fields, updated_at, ...(profile_revision !== undefined && { profile_revision }) };
}

/** A contact that was written without scoring gets its score now. */
function hasNewScore({ before, after }: Verified): boolean {
  return isRescored(before, after) || Boolean(before.unscored_at);
}
