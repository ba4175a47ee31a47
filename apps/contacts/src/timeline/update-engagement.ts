import type { Clock } from '@outreach/service-kit';
import { withNextVersion, type ContactStore } from '../contact-store/index.ts';
import type { Contact } from '../contact-model/index.ts';
import {
  engagementOf,
  isRescored,
  loadScorer,
  saveRescored,
  windowStart,
  type SaveRescoredPorts,
  type ScorerPorts,
} from '../scoring/index.ts';
import type { Timeline } from './ports.ts';

export interface UpdateEngagementPorts extends ScorerPorts, SaveRescoredPorts {
  readonly contacts: SaveRescoredPorts['contacts'] & Pick<ContactStore, 'findByIds'>;
  readonly timeline: Pick<Timeline, 'newestCounted'>;
  readonly clock: Clock;
}

/**
 * Calculates the engagement points of contacts from their timelines, in the caller's unit of work, and scores contacts
 * whose points changed. Deleted contacts keep their score; restoring them scores them by their stored points.
 */
export async function updateEngagement(
  ports: UpdateEngagementPorts,
  contacts: readonly Contact[],
): Promise<void> {
  if (contacts.length === 0) return;
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
  if (changed.length === 0) return;
  const scorer = await loadScorer(ports);
  const changes = changed.map(({ before, engaged }) => {
    if (engaged.is_deleted) return { before, after: engaged };
    const scored = scorer.score(engaged);
    return { before, after: isRescored(before, scored) ? withNextVersion(ports, scored) : engaged };
  });
  await saveRescored(ports, changes);
}

/** Updates the points of contacts whose events have left the window. */
export async function expireEngagement(ports: UpdateEngagementPorts, ids: readonly string[]): Promise<void> {
  await updateEngagement(ports, await ports.contacts.findByIds(ids));
}
