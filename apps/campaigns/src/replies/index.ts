import type { ServiceBase } from '@outreach/app-kit';
import type { CampaignsFeature } from '../methods/index.ts';
import { createAnswerQueue } from './answer-queue.store.ts';
import type { ReplyPorts } from './ports.ts';
import { replyMethods } from './replies.rpc.ts';

export { firstSuppressed, readReasons } from './check-suppressions.ts';
export type { ContactAddresses, ReadReasonsPorts, Reasons, SuppressionReasons } from './ports.ts';
export type { ReplyInput } from './reply-input.ts';

export interface RepliesNeeds extends Omit<ReplyPorts, 'answers' | 'newId' | 'now'> {
  /** Raised after the commit of sends that may be due. */
  readonly wakeUp: { raise(): void };
}

/** The answers of users in threads. */
export function createReplies(base: ServiceBase, { wakeUp, ...needs }: RepliesNeeds): CampaignsFeature {
  const { mongo, units, ids, clock } = base;
  const onAdded = (): void => units.afterCommit(() => wakeUp.raise());
  const answers = createAnswerQueue(mongo.connection, onAdded);
  const ports = { ...needs, answers, newId: ids, now: () => new Date(clock.now()) };
  return { name: 'replies', methods: replyMethods(ports) };
}
