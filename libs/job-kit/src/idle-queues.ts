import { setTimeout } from 'node:timers/promises';
import { runAsSystem } from '@outreach/mongo-kit';
import type { Connection, PipelineStage, QueryFilter } from 'mongoose';
import { perConnection } from './per-connection.ts';

/** Queues that ask within this time share a command. */
const BATCH_WAIT_MS = 50;
const REASON = 'one search covers the queued work of all workspaces';

interface Question {
  readonly collection: string;
  readonly filter: QueryFilter<unknown>;
}

/** Finds the next due item of queues that wait. All queues of a connection share one command. */
export interface IdleQueues {
  /** When the earliest item of the collection that matches the filter is due; undefined without one. */
  nextDueAt(collection: string, filter: QueryFilter<unknown>): Promise<Date | undefined>;
}

export const idleQueuesOf: (connection: Connection) => IdleQueues = perConnection(createIdleQueues);

function createIdleQueues(connection: Connection): IdleQueues {
  let questions: Question[] = [];
  let answers: Promise<ReadonlyMap<number, Date>> | undefined;
  const ask = async (): Promise<ReadonlyMap<number, Date>> => {
    await setTimeout(BATCH_WAIT_MS);
    const asked = questions;
    questions = [];
    answers = undefined;
    return findNextDue(connection, asked);
  };
  return {
    nextDueAt: async (collection, filter) => {
      const queue = questions.push({ collection, filter }) - 1;
      answers ??= ask();
      return (await answers).get(queue);
    },
  };
}

/** The earliest due time by the index of the question; none for a queue without items. */
async function findNextDue(
  connection: Connection,
  questions: readonly Question[],
): Promise<ReadonlyMap<number, Date>> {
  const [first, ...others] = questions.map((question, index) => ({
    coll: question.collection,
    pipeline: stagesOf(question, index),
  }));
  if (first === undefined) return new Map();
  const stages = [...first.pipeline, ...others.map((other): PipelineStage => ({ $unionWith: other }))];
  const found = await runAsSystem(REASON, async () =>
    connection.collection(first.coll).aggregate<{ queue: number; due_at: Date }>(stages).toArray(),
  );
  return new Map(found.map(({ queue, due_at: dueAt }) => [queue, dueAt]));
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
