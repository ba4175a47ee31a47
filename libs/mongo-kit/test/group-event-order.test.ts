import { describe, expect, it } from '@jest/globals';
import { defineEvent, newEvent } from '@outreach/event-schema';
import { newId, systemClock } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { z } from 'zod';
import { createGroupCommit } from '../src/batching/group-commit.ts';
import { startGroupHarness } from './group-harness.ts';

const harness = await sharedByTests(startGroupHarness);

describe('the events of a group', () => {
  const definition = defineEvent({
    type: 'thing.changed',
    category: 'thing',
    description: 'A thing changed.',
    data: z.object({}),
    example: {},
  });
  const event = (aggregateId: string) =>
    newEvent(definition, {
      id: newId('evt'),
      workspaceId: 'ws_1',
      occurredAt: new Date(0),
      aggregate: { id: aggregateId, version: 1 },
      data: {},
      requestId: 'req_1',
      traceparent: '',
    });

  it('are stored in the order of their ids, in which the outbox publishes them', async () => {
    const stored: string[] = [];
    const { join } = createGroupCommit({
      connection: harness.mongo.connection,
      outbox: {
        append: async (events) => void stored.push(...events.map(({ id }) => id)),
        wakeRelay: () => undefined,
      },
      clock: systemClock,
    });
    const events = ['a', 'b', 'c', 'd'].map(event);
    const member = (own: readonly number[]) => ({
      workspaceId: 'ws_1',
      deadlineAtMs: Date.now() + 10_000,
      signal: new AbortController().signal,
      writes: [],
      events: own.flatMap((index) => events[index] ?? []),
      onWritten: async () => undefined,
    });
    expect(await Promise.all([join(member([1, 2])), join(member([0, 3]))])).toEqual([true, true]);
    expect(stored).toEqual(events.map(({ id }) => id));
  });
});
