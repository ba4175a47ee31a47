import type { ServiceBase } from '@outreach/app-kit';
import type { QueuedSends } from './ports.ts';
import { createQueuedSends } from './queued-send.store.ts';

export type { QueuedSends } from './ports.ts';
export { queuedSend } from './send.ts';
export type { BounceClass, BounceType, PlannedSend, ReplyIntent, Send, SendStatus } from './send.ts';
export { fromSendDocument, sendModel, toSendDocument, WORK_DUE } from './send-model.store.ts';
export type { SendDocument, SendModel } from './send-model.store.ts';

/** The planned emails of campaigns. */
export interface Sends {
  readonly queuedSends: QueuedSends;
}

export function createSends({ mongo }: Pick<ServiceBase, 'mongo'>): Sends {
  return { queuedSends: createQueuedSends(mongo.connection) };
}
