import type { Feature } from '@outreach/app-kit';
import { feedMethods, type FeedMethods } from './feed.rpc.ts';
import type { ListEventsPorts } from './list-events.ts';

/** The event feed, from which receivers read events that they have missed. */
export function createFeed(needs: ListEventsPorts): Feature<FeedMethods> {
  return { name: 'feed', methods: feedMethods(needs) };
}
