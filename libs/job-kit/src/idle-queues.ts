import { runAsSystem } from '@outreach/mongo-kit';
import type { Connection, PipelineStage, QueryFilter } from 'mongoose';
import { perConnection } from './per-connection.ts';

/** Queues that ask within this time share a command. */
const BATCH_WAIT_MS = 50;
const REASON = 'one search covers the queued work of all workspaces';

interface Question {
  readonly collection: string;
  readonly filter: QueryFilter<unknown>;
  readonly end: PromiseWithResolvers<Date | undefined>;
}

/** Finds the next due item of queues that wait. All queues of a connection share one command. */
export interface IdleQueues {
  /** When the earliest item of the collection that matches the filter is due; undefined without one. */
  nextDueAt(collection: string, filter: QueryFilter<unknown>): Promise<Date | undefined>;
}

export const idleQueuesOf: (connection: Connection) => IdleQueues = perConnection(createIdleQueues);

function createIdleQueues(connection: Connection): IdleQueues {
  let waiting: Question[] = [];
  const askAll = (): void => {
    const questions = waiting;
    waiting = [];
    void ask(connection, questions);
  };
  return {
    nextDueAt: async (collection, filter) => {
      const end = Promise.withResolvers<Date | undefined>();
      waiting.push({ collection, filter, end });
      if (waiting.length === 1) setTimeout(askAll, BATCH_WAIT_MS);
      return end.promise;
    },
  };
}

/** Settles all questions; never rejects. */
async function ask(connection: Connection, questions: readonly Question[]): Promise<void> {
  try {
    const [first, ...others] = questions.map((question, index) => ({
      ...question,
      stages: stagesOf(question, index),
    }));
    if (first === undefined) return;
    const unions = others.map(({ collection: coll, stages: pipeline }): PipelineStage => ({
      $unionWith: { coll, pipeline },
    }));
    const found = await runAsSystem(REASON, async () =>
      connection
        .collection(first.collection)
        .aggregate<{ queue: number; due_at: Date }>([...first.stages, ...unions])
        .toArray(),
    );
    const byQueue = new Map(found.map(({ queue, due_at: dueAt }) => [queue, dueAt]));
    for (const [index, { end }] of questions.entries()) end.resolve(byQueue.get(index));
  } catch (thrown) {
    for (const { end } of questions) end.reject(thrown);
  }
}

type UnionStage = PipelineStage.Match | PipelineStage.Sort | PipelineStage.Limit | PipelineStage.Project;

function stagesOf({ filter }: Question, queue: number): UnionStage[] {
  return [
    { $match: { ...filter, due_at: { $type: 'date' } } },
    { $sort: { due_at: 1 } },
    { $limit: 1 },
    { $project: { _id: 0, due_at: 1, queue: { $literal: queue } } },
  ];
}
