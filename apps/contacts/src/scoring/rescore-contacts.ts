import type { Clock } from '@outreach/service-kit';
import { OLDEST_FIRST, withNextVersion, type ContactStore } from '../contact-store/index.ts';
import type { Contact } from '../contact-model/index.ts';
import type { RescoreProgress, RescoreStep } from './ports.ts';
import { saveRescored, type SaveRescoredPorts } from './save-rescored.ts';
import { isRescored, loadScorer, type ScorerPorts } from './scorer.ts';

const CONTACTS_PER_STEP_MAX = 500;
const PASSES = 2;
/**
 * Longer than any request: a request that used the previous profile has ended by then, and the second pass finds the
 * contacts that it wrote.
 */
const RECHECK_MS = 60_000;

export interface RescorePorts extends ScorerPorts, SaveRescoredPorts {
  readonly contacts: SaveRescoredPorts['contacts'] & Pick<ContactStore, 'slice'>;
  /** Stores the next step, or ends the rescore without one. @throws when the worker no longer has the rescore. */
  readonly proceed: (next: RescoreStep | undefined) => Promise<void>;
  readonly clock: Clock;
}

/** Scores up to 500 contacts and stores the progress, in the caller's unit of work. Returns the number of contacts. */
export async function rescoreStep(ports: RescorePorts, rescore: RescoreProgress): Promise<number> {
  const scorer = await loadScorer(ports);
  const { contacts, next } = await ports.contacts.slice({
    // The query skips contacts that the current profile has scored already.
    query: { is_deleted: false, profile_revision: { $ne: scorer.revision } },
    columns: OLDEST_FIRST,
    pageSize: CONTACTS_PER_STEP_MAX,
    after: rescore.after === null ? undefined : JSON.parse(rescore.after),
    equalityPaths: [],
    hasWords: false,
    includesDeleted: false,
  });
  await ports.proceed(nextStep(rescore, next, ports.clock.now()));
  const changed = contacts
    .filter((contact) => isIncluded(contact, rescore))
    .flatMap((before) => {
      const after = scorer.score(before);
      return isRescored(before, after) ? [{ before, after: withNextVersion(ports, after) }] : [];
    });
  await saveRescored(ports, changed);
  return changed.length;
}

/** Excludes contacts that were written without scoring after the request: they stay unscored. */
function isIncluded(
  { unscored_at: unscoredAt }: Contact,
  { requested_at: requestedAt }: RescoreProgress,
): boolean {
  return !unscoredAt || unscoredAt < requestedAt;
}

function nextStep({ pass }: RescoreProgress, next: unknown, nowMs: number): RescoreStep | undefined {
  if (next !== undefined) return { pass, after: JSON.stringify(next), dueAt: new Date(nowMs) };
  if (pass === PASSES) return undefined;
  return { pass: pass + 1, after: null, dueAt: new Date(nowMs + RECHECK_MS) };
}
