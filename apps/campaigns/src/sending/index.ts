import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { QueuedSends } from './ports.ts';
import { createSendStore } from './send.store.ts';

export type { QueuedSends } from './ports.ts';

export interface Sending extends Feature {
  readonly queuedSends: QueuedSends;
}

/** The planned emails of campaigns. */
export function createSending({ mongo }: Pick<ServiceBase, 'mongo'>): Sending {
  return { name: 'sending', queuedSends: createSendStore(mongo.connection) };
}
