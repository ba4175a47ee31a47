import { expect } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { postUntilAnswered, request, type Answer, type Call } from './client.ts';
import { armCrash, type CrashPlan } from './crash-points.ts';
import type { FaultStack } from './fault-stack.ts';

const DIES_WITHIN_MS = 20_000;

/** A POST that creates a resource by name, and how to find the resources of a name. */
export interface Subject {
  readonly app: 'auth' | 'contacts' | 'webhooks';
  readonly route: string;
  body(name: string): object;
  /** Ids of all resources of this name in the workspace. */
  find(list: Answer['body'], name: string): string[];
  /** The id in the response of the POST. */
  idOf(created: Answer['body']): string;
}

export interface Round {
  readonly subject: Subject;
  /** Distinguishes the resources of this round. */
  readonly name: string;
  readonly faults: FaultStack;
  /** Ends the subject's process while the commands run. */
  readonly kill: () => Promise<void>;
}

export interface Outcome {
  readonly id: string;
  /** True if the first response that the client got is the stored reply of the killed process. */
  readonly isReplayed: boolean;
}

/** Kills the process when the command of every workspace has reached one step. */
export async function crashAt(
  folder: string,
  plan: CrashPlan,
  round: Omit<Round, 'kill'>,
): Promise<Outcome[]> {
  armCrash(folder, round.subject.app, plan);
  return dieInCommands({ ...round, kill: async () => waitForDeath(round) });
}

/**
 * Sends one command with an Idempotency-Key per workspace while the process dies; each client retries until it gets a
 * response. Expects one resource per workspace, and the same response for the key again.
 */
export async function dieInCommands({ subject, name, faults, kill }: Round): Promise<Outcome[]> {
  const { baseUrl } = faults.stack;
  const calls = faults.keys.map((key): Call => ({
    route: subject.route,
    key,
    body: subject.body(name),
    idempotencyKey: name,
  }));
  const answering = Promise.all(calls.map(async (call) => postUntilAnswered(baseUrl, call)));
  await Promise.all([kill(), answering]);
  const answers = await answering;
  return Promise.all(
    answers.map(async (answer, index) => checkOne({ answer, call: calls[index], subject, name, baseUrl })),
  );
}

interface Checked extends Pick<Round, 'subject' | 'name'> {
  readonly answer: Answer;
  readonly call: Call | undefined;
  readonly baseUrl: string;
}

async function checkOne({ answer, call, subject, name, baseUrl }: Checked): Promise<Outcome> {
  if (call === undefined) throw new Error('An answer has no call.');
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  const id = subject.idOf(answer.body);
  const again = await postUntilAnswered(baseUrl, call);
  expect([again.status, again.text]).toEqual([201, answer.text]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const { body } = await request(baseUrl, { route: `${subject.route}?page_size=500`, key: call.key });
  expect(subject.find(body, name)).toEqual([id]);
  return { id, isReplayed: answer.headers.get('idempotent-replayed') === 'true' };
}

async function waitForDeath({ subject, faults }: Omit<Round, 'kill'>): Promise<void> {
  const before = faults.stack.pids()[subject.app];
  await eventually(
    () => {
      if (faults.stack.pids()[subject.app] === before) throw new Error(`${subject.app} was not killed.`);
    },
    { timeoutMs: DIES_WITHIN_MS },
  );
}
