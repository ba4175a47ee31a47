import { touch } from '../contacts/change-contact.ts';
import type { Contact } from '../contact-records/contact.ts';
import { saveRescored } from '../scoring/save-rescored.ts';
import { isRescored, loadScorer, type ScorerDeps } from '../scoring/scorer.ts';
import type { Deps } from '../domain/ports.ts';
import { engagementOf, windowStart } from '../scoring/engagement-points.ts';

export type SettleDeps = ScorerDeps & Pick<Deps, 'contacts' | 'counts' | 'events' | 'clock' | 'timeline'>;

/**
 * Takes the points of contacts from their timelines anew, in the caller's unit of work, and scores those whose points
 * moved. Deleted contacts keep their score: their restoration scores them by the points of then.
 */
export async function settleEngagement(deps: SettleDeps, contacts: readonly Contact[]): Promise<void> {
  if (contacts.length === 0) return;
  const after = windowStart(deps.clock.now());
  const ids = contacts.map(({ id }) => id);
  const newest = await deps.timeline.newestCounted(ids, after);
  const moved: { readonly before: Contact; readonly engaged: Contact }[] = [];
  for (const before of contacts) {
    const { points, until } = engagementOf(newest.get(before.id) ?? []);
    const isSame =
      points === (before.engagement_points ?? 0) && until?.getTime() === before.engagement_until?.getTime();
    if (!isSame)
      moved.push({ before, engaged: { ...before, engagement_points: points, engagement_until: until } });
  }
  if (moved.length === 0) return;
  const scorer = await loadScorer(deps);
  const changes = moved.map(({ before, engaged }) => {
    if (engaged.is_deleted) return { before, after: engaged };
    const scored = scorer.score(engaged);
    return { before, after: isRescored(before, scored) ? touch(deps, scored) : engaged };
  });
  await saveRescored(deps, changes);
}

/** What became of the points of contacts since their events left the window. */
export async function settleContacts(deps: SettleDeps, ids: readonly string[]): Promise<void> {
  await settleEngagement(deps, await deps.contacts.findByIds(ids));
}
