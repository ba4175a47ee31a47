import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { CallContext } from '@outreach/service-kit';
import type { FullMessage } from '../threads/index.ts';
import { createAnswerQueue } from './answer-queue.store.ts';
import type { ReplyPorts } from './ports.ts';
import type { ReplyInput } from './reply-input.ts';
import { commitReply, prepareReply, type ReplyPlan } from './reply-to-thread.ts';

export { firstSuppressed, readReasons } from './check-suppressions.ts';
export type { ContactAddresses, ReadReasonsPorts, Reasons, SuppressionReasons } from './ports.ts';
export type { ReplyInput } from './reply-input.ts';

export interface RepliesNeeds extends Omit<ReplyPorts, 'answers' | 'newId' | 'now'> {
  /** Raised after the commit of sends that may be due. */
  readonly wakeUp: { raise(): void };
}

/** The answers of users in threads. A command prepares one outside the transaction that commits it. */
export interface Replies extends Feature {
  readonly prepare: (ctx: CallContext, input: ReplyInput) => Promise<ReplyPlan>;
  readonly commit: (plan: ReplyPlan) => Promise<FullMessage>;
}

export function createReplies(base: ServiceBase, { wakeUp, ...needs }: RepliesNeeds): Replies {
  const { mongo, units, ids, clock } = base;
  const onAdded = (): void => units.afterCommit(() => wakeUp.raise());
  const answers = createAnswerQueue(mongo.connection, onAdded);
  const ports = { ...needs, answers, newId: ids, now: () => new Date(clock.now()) };
  return {
    name: 'replies',
    prepare: async (ctx, input) => prepareReply(ports, ctx, input),
    commit: async (plan) => commitReply(ports, plan),
  };
}
