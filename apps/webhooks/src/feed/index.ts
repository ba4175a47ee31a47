import type { WebhooksFeature } from '../methods/index.ts';
import { feedMethods } from './feed.rpc.ts';
import type { ListEventsPorts } from './list-events.ts';

/** The event feed, from which receivers read events that they have missed. */
export function createFeed(needs: ListEventsPorts): WebhooksFeature {
  return { name: 'feed', methods: feedMethods(needs) };
}
