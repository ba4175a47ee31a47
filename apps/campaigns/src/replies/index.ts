import type { ServiceBase } from '@outreach/app-kit';
import type { CampaignsFeature } from '../methods/index.ts';
import type { Sends } from '../sends/index.ts';
import { createAnswerQueue } from './answer-queue.store.ts';
import type { ReplyPorts } from './ports.ts';
import { replyMethods } from './replies.rpc.ts';

export { firstSuppressed, readReasons } from './check-suppressions.ts';
export type { ContactAddresses, ReadReasonsPorts, Reasons, SuppressionReasons } from './ports.ts';

/** The answers of users in threads. */
export function createReplies(
  { mongo, units, ids, clock }: ServiceBase,
  { wakeUp, ...needs }: Omit<ReplyPorts, 'answers' | 'ids' | 'clock'> & Pick<Sends, 'wakeUp'>,
): CampaignsFeature {
  const answers = createAnswerQueue(mongo.connection, () => units.afterCommit(() => wakeUp.raise()));
  return { name: 'replies', methods: replyMethods({ ...needs, answers, ids, clock }) };
}
