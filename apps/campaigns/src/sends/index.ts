import type { ServiceBase } from '@outreach/app-kit';
import { queueWakeUpsOf, type WakeUp } from '@outreach/job-kit/wake-ups';
import { deriveKey } from '@outreach/mongo-kit/sealing';
import type { CampaignsConfig } from '../config.ts';
import { createMessageIds, type MessageIds } from './message-ids.ts';
import { createExpiredSends, type ExpiredSends } from './expired-send.store.ts';
import type { OpenEnrollments, PlannedDays, QueuedSends } from './ports.ts';
import { createSendErasure } from './personal-data.store.ts';
import { createQueuedSends } from './queued-send.store.ts';
import { sendModel } from './send-model.store.ts';

export type { PlacedSend, PlannedDays, QueuedSends } from './ports.ts';
export type { MessageIds } from './message-ids.ts';
export { addressDigest, hashedAddress } from './address-digest.ts';
export { withoutPersonalData } from './personal-data.ts';
export { openRendering, sealRendering } from './sealed-rendering.ts';
export { ownerOf, queuedSend } from './send.ts';
export type { Send } from './send.ts';
export { fromSendDocument, sendModel, toSendDocument, WORK_DUE } from './send-model.store.ts';
export type { SendDocument } from './send-model.store.ts';

/** The planned emails of campaigns. */
export interface Sends {
  readonly queuedSends: QueuedSends;
  readonly messageIds: MessageIds;
  /** Raised after the commit of sends that may be due: starts the workers. */
  readonly wakeUp: WakeUp;
  /** Part of a transaction: cancels queued answers, and removes the personal data of erased contacts. */
  readonly eraseContacts: (contactIds: readonly string[]) => Promise<void>;
  /** Sends that expire once their enrollments have ended. */
  readonly createExpired: (enrollments: OpenEnrollments) => ExpiredSends;
}

type MessageIdConfig = Pick<CampaignsConfig, 'TRACKING_KEY' | 'TRACKING_KEY_PREVIOUS'>;

export function createSends(
  { mongo, units }: Pick<ServiceBase, 'mongo' | 'units'>,
  { plannedDays, config }: { readonly plannedDays: PlannedDays; readonly config: MessageIdConfig },
): Sends {
  const { connection } = mongo;
  const wakeUp = queueWakeUpsOf(connection).create(sendModel(connection).modelName);
  const onDue = (): void => units.afterCommit(() => wakeUp.raise());
  const queuedSends = createQueuedSends({ connection, plannedDays, onDue });
  const erase = createSendErasure(connection);
  return {
    queuedSends,
    messageIds: messageIdsOf(config),
    wakeUp,
    eraseContacts: async (contactIds) => {
      await queuedSends.cancelAnswers(contactIds);
      await erase(contactIds);
    },
    createExpired: (enrollments) => createExpiredSends(connection, enrollments),
  };
}

/** The keys are derived from those of links: both are rotated together. */
export function messageIdsOf({
  TRACKING_KEY: key,
  TRACKING_KEY_PREVIOUS: previous,
}: MessageIdConfig): MessageIds {
  const keys = previous === undefined ? [key] : [key, previous];
  return createMessageIds(keys.map((one) => deriveKey(one, 'message-id')));
}
