import { touch } from '../contacts/change-contact.ts';
import type { Contact } from '../contact-records/contact.ts';
import type { SortColumn } from '../contact-records/contact-slice.ts';
import type { Deps, Rescore, RescoreStep } from '../domain/ports.ts';
import { saveRescored } from './save-rescored.ts';
import { isRescored, loadScorer, type ScorerDeps } from './scorer.ts';

const CONTACTS_PER_STEP_MAX = 500;
const PASSES = 2;
/** By then every request has ended that began with the profile before: the second pass finds what it wrote. */
const SETTLE_MS = 60_000;
const BY_CREATION: readonly SortColumn[] = [{ path: 'created_at', descending: false, isNullable: false }];

type RescoreDeps = ScorerDeps & Pick<Deps, 'contacts' | 'counts' | 'events' | 'clock' | 'rescores'>;

/** Scores some contacts anew, in the caller's unit of work, which keeps how far it came. */
export async function rescoreStep(deps: RescoreDeps, rescore: Rescore): Promise<void> {
  const scorer = await loadScorer(deps);
  const { contacts, next } = await deps.contacts.slice({
    // Those that the profile of today has scored already are passed over where they lie.
    query: { is_deleted: false, profile_revision: { $ne: scorer.revision } },
    columns: BY_CREATION,
    pageSize: CONTACTS_PER_STEP_MAX,
    after: rescore.after === null ? undefined : JSON.parse(rescore.after),
    matchCount: undefined,
    anchors: [],
    hasWords: false,
  });
  if (!(await deps.rescores.proceed(rescore, nextStep(rescore, next, deps.clock.now())))) return;
  const changed = contacts
    .filter((contact) => isAsked(contact, rescore))
    .flatMap((before) => {
      const after = scorer.score(before);
      return isRescored(before, after) ? [{ before, after: touch(deps, after) }] : [];
    });
  await saveRescored(deps, changed);
}

/** What was written without scoring after the request stays so. */
function isAsked({ unscored_at: unscoredAt }: Contact, { requestedAt }: Rescore): boolean {
  return !unscoredAt || unscoredAt < requestedAt;
}

function nextStep({ pass }: Rescore, next: unknown, nowMs: number): RescoreStep | undefined {
  if (next !== undefined) return { pass, after: JSON.stringify(next), dueAt: new Date(nowMs) };
  if (pass === PASSES) return undefined;
  return { pass: pass + 1, after: null, dueAt: new Date(nowMs + SETTLE_MS) };
}
