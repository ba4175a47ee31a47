import { touch } from '../change-contact.ts';
import type { Contact } from '../contact.ts';
import type { Query } from '../filters/to-query.ts';
import type { Deps, Rescore, RescoreStep } from '../ports.ts';
import { saveRescored } from './save-rescored.ts';
import { isRescored, loadScorer, type ScorerDeps } from './scorer.ts';

const CONTACTS_PER_STEP_MAX = 500;
/** No request that began with the profile before lasts longer. */
const SETTLE_MS = 60_000;

interface Pass {
  readonly path: string;
  /** Which contacts it goes through. */
  among(rescore: Rescore): Query;
}

/** All contacts; then, once they have ended, what requests have written that began with the profile before. */
const PASSES: readonly Pass[] = [
  { path: 'created_at', among: () => ({}) },
  {
    path: 'updated_at',
    among: ({ requestedAt }) => ({
      updated_at: { $gte: moved(requestedAt, -SETTLE_MS), $lte: moved(requestedAt, SETTLE_MS) },
    }),
  },
];

type RescoreDeps = ScorerDeps & Pick<Deps, 'contacts' | 'counts' | 'events' | 'clock' | 'rescores'>;

/** Scores some contacts anew, in the caller's unit of work, which keeps how far it came. */
export async function rescoreStep(deps: RescoreDeps, rescore: Rescore): Promise<void> {
  const scorer = await loadScorer(deps);
  const { path, among } = passOf(rescore);
  const { contacts, next } = await deps.contacts.slice({
    // Those that the profile of today has scored already are passed over where they lie.
    query: { is_deleted: false, ...among(rescore), profile_revision: { $ne: scorer.revision } },
    columns: [{ path, descending: false, isNullable: false }],
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
  if (pass === PASSES.length) return undefined;
  return { pass: pass + 1, after: null, dueAt: new Date(nowMs + SETTLE_MS) };
}

function passOf({ pass }: Rescore): Pass {
  const found = PASSES[pass - 1];
  if (found === undefined) throw new Error(`There is no pass ${pass} over the contacts.`);
  return found;
}

const moved = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
