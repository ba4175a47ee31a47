import { OLDEST_FIRST } from '../contact-store/index.ts';
import { type Contact, withNextVersion } from '../contact-model/index.ts';
import type { RescoreProgress, RescoreStep, ScoringPorts } from './ports.ts';
import { saveRescored } from './save-rescored.ts';
import { isRescored, loadScorer } from './scorer.ts';

const CONTACTS_PER_STEP_MAX = 500;
const PASSES = 2;
/**
 * Longer than any request: a request that used the previous profile has ended by then, and the second pass finds the
 * contacts that it wrote.
 */
const RECHECK_MS = 60_000;

/**
 * Scores up to 500 contacts, in the caller's unit of work. Returns the number of contacts.
 * @param proceed stores the next step, or ends the rescore without one. It throws when the worker no longer has it.
 */
export async function rescoreStep(
  ports: ScoringPorts,
  rescore: RescoreProgress,
  proceed: (next: RescoreStep | undefined) => Promise<void>,
): Promise<number> {
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
  await proceed(nextStep(rescore, next, ports.clock.now()));
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
