import { type Contact, withHiddenChange, withNextVersion } from '../contact-model/index.ts';
import { engagementOf, isRescored, loadScorer, saveRescored, windowStart } from '../scoring/index.ts';
import type { TimelinePorts } from './ports.ts';

/**
 * Calculates the engagement points of contacts from their timelines, in the caller's unit of work, and scores contacts
 * whose points changed. Deleted contacts keep their score; restoring them scores them by their stored points. Returns
 * the ids of the contacts that it saved, each with its activity.
 */
export async function updateEngagement(
  ports: TimelinePorts,
  contacts: readonly Contact[],
  activity: ReadonlyMap<string, Date> = new Map(),
): Promise<ReadonlySet<string>> {
  if (contacts.length === 0) return new Set();
  const after = windowStart(ports.clock.now());
  const ids = contacts.map(({ id }) => id);
  const newest = await ports.timeline.newestCounted(ids, after);
  const changed: { readonly before: Contact; readonly engaged: Contact }[] = [];
  for (const before of contacts) {
    const { points, until } = engagementOf(newest.get(before.id) ?? []);
    const isSame =
      points === (before.engagement_points ?? 0) && until?.getTime() === before.engagement_until?.getTime();
    if (!isSame)
      changed.push({ before, engaged: { ...before, engagement_points: points, engagement_until: until } });
  }
  if (changed.length === 0) return new Set();
  const scorer = await loadScorer(ports);
  const changes = changed.map(({ before, engaged }) => {
    const activityAt = activity.get(before.id);
    if (engaged.is_deleted) return { before, after: withHiddenChange(engaged), activityAt };
    const scored = scorer.score(engaged);
    const after = isRescored(before, scored) ? withNextVersion(ports, scored) : withHiddenChange(engaged);
    return { before, after, activityAt };
  });
  await saveRescored(ports, changes);
  return new Set(changes.map(({ before }) => before.id));
}

/** Updates the points of contacts whose events have left the window. */
export async function expireEngagement(ports: TimelinePorts, ids: readonly string[]): Promise<void> {
  await updateEngagement(ports, await ports.contacts.findByIds(ids));
}
