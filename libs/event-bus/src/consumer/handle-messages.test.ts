import { describe, expect, it } from '@jest/globals';
import { createCatalogue, defineEvent, newEvent, type DomainEvent } from '@outreach/event-schema';
import { createLogger } from '@outreach/service-kit';
import { z } from 'zod';
import type { ArrivedMessage } from './arrived-message.ts';
import type { DeadLetter } from './dead-letters.ts';
import { handleMessages } from './handle-messages.ts';

const thing = defineEvent({
  type: 'thing.happened',
  category: 'thing',
  description: 'A thing happened.',
  data: z.object({ n: z.number() }),
  example: { n: 1 },
});

function eventOf(n: number) {
  return newEvent(thing, {
    id: `evt_01ARZ3NDEKTSV4RRFFQ69G5F${String(n).padStart(2, '0')}`,
    workspaceId: 'ws_1',
    occurredAt: new Date(0),
    aggregate: { id: 'th_1', version: n },
    data: { n },
  });
}

function arrival(n: number, deliveryCount = 1) {
  const event = eventOf(n);
  return { event, ...messageOf([event], { seq: n, deliveryCount }) };
}

/** A message of several events, or of other content. */
function messageOf(
  events: readonly unknown[],
  { seq = 1, deliveryCount = 1 }: { readonly seq?: number; readonly deliveryCount?: number } = {},
) {
  const content = events.length === 1 ? events[0] : events;
  const decisions: string[] = [];
  const message: ArrivedMessage = {
    data: new TextEncoder().encode(JSON.stringify(content)),
    subject: 'evt.things.thing.happened',
    seq,
    info: { stream: 'S', deliveryCount },
    ack: () => decisions.push('ack'),
    nak: (ms) => decisions.push(`nak ${ms}`),
    term: () => decisions.push('term'),
  };
  return { message, decisions };
}

interface StoreState {
  /** True while the database fails. */
  readonly isDown?: boolean;
  /** Failures that were counted earlier, by event id. */
  readonly failed?: Readonly<Record<string, number>>;
}

function handler(handleBatch: (events: readonly DomainEvent[]) => Promise<void>, store: StoreState = {}) {
  const letters: DeadLetter[] = [];
  const counts = new Map(Object.entries(store.failed ?? {}));
  const requireStore = (): void => {
    if (store.isDown === true) throw new Error('down');
  };
  return {
    letters,
    counts,
    source: 'test-durable',
    catalogue: createCatalogue([thing]),
    logger: createLogger({ name: 'test', level: 'silent' }),
    handleBatch,
    deadLetters: {
      put: async (letter: DeadLetter) => {
        requireStore();
        letters.push(letter);
        return Promise.resolve();
      },
    },
    failures: {
      add: async (_source: string, ids: readonly string[]) => {
        requireStore();
        for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
        return Promise.resolve(new Map(ids.map((id) => [id, counts.get(id) ?? 0])));
      },
      remove: async (_source: string, ids: readonly string[]) => {
        requireStore();
        for (const id of ids) counts.delete(id);
        return Promise.resolve();
      },
    },
  };
}

const failFor = (id: string) => async (events: readonly DomainEvent[]) => {
  if (events.some((event) => event.id === id)) throw new Error('poison');
  return Promise.resolve();
};
const alwaysFail = async (): Promise<void> => Promise.reject(new Error('down'));

describe('a batch of messages', () => {
  it('is acknowledged after its handler has resolved', async () => {
    const [one, two] = [arrival(1), arrival(2)];
    await handleMessages(
      handler(async () => Promise.resolve()),
      [one.message, two.message],
    );
    expect([one.decisions, two.decisions]).toEqual([['ack'], ['ack']]);
  });

  it('passes a redelivered event to the handler once', async () => {
    const [one, again] = [arrival(1), arrival(1)];
    const seen: string[] = [];
    const keep = async (events: readonly DomainEvent[]): Promise<void> => {
      seen.push(...events.map((event) => event.id));
      return Promise.resolve();
    };
    await handleMessages(handler(keep), [one.message, again.message]);
    expect(seen).toEqual([one.event.id]);
    expect([one.decisions, again.decisions]).toEqual([['ack'], ['ack']]);
  });

  it('is handled event by event after a failure, and only failing events are redelivered', async () => {
    const [one, poison, three] = [arrival(1), arrival(2), arrival(3)];
    const own = handler(failFor(poison.event.id), { failed: { [poison.event.id]: 2 } });
    await handleMessages(own, [one.message, poison.message, three.message]);
    expect([one.decisions, poison.decisions, three.decisions]).toEqual([['ack'], ['nak 4000'], ['ack']]);
  });

  it('stores an event as a dead letter at its tenth failure, and forgets its failures', async () => {
    const poison = arrival(1);
    const own = handler(alwaysFail, { failed: { [poison.event.id]: 9 } });
    await handleMessages(own, [poison.message]);
    expect(poison.decisions).toEqual(['term']);
    expect(own.letters).toMatchObject([
      { source: 'test-durable', key: poison.event.id, reason: 'down', event: poison.event },
    ]);
    expect(own.counts.size).toBe(0);
  });

  it('counts failures of the handler, not deliveries', async () => {
    const often = arrival(1, 500);
    const own = handler(alwaysFail);
    await handleMessages(own, [often.message]);
    expect(often.decisions).toEqual(['nak 1000']);
    expect([own.letters, [...own.counts.values()]]).toEqual([[], [1]]);
  });

  it('forgets the failures of an event that is handled at a later delivery', async () => {
    const late = arrival(1, 3);
    const own = handler(async () => Promise.resolve(), { failed: { [late.event.id]: 2 } });
    await handleMessages(own, [late.message]);
    expect([late.decisions, own.counts.size]).toEqual([['ack'], 0]);
  });

  it('counts no failure while the database fails, and redelivers the events', async () => {
    const all = Array.from({ length: 5 }, (_, n) => arrival(n, 10));
    const failed = Object.fromEntries(all.map(({ event }) => [event.id, 9]));
    const own = handler(alwaysFail, { isDown: true, failed });
    await handleMessages(
      own,
      all.map(({ message }) => message),
    );
    expect(new Set(all.flatMap(({ decisions }) => decisions))).toEqual(new Set(['nak 5000']));
    expect([own.letters, new Set(own.counts.values())]).toEqual([[], new Set([9])]);
  });

  it('counts no failure for events that were not tried when everything fails', async () => {
    const all = Array.from({ length: 6 }, (_, n) => arrival(n));
    const failed = Object.fromEntries(all.map(({ event }) => [event.id, 9]));
    const own = handler(alwaysFail, { failed });
    await handleMessages(
      own,
      all.map(({ message }) => message),
    );
    expect(own.letters).toHaveLength(3);
    expect(all.slice(3).map(({ decisions }) => decisions)).toEqual([
      ['nak 5000'],
      ['nak 5000'],
      ['nak 5000'],
    ]);
    expect([...own.counts.values()]).toEqual([9, 9, 9]);
  });

  it('stores an undecodable event as a dead letter with its bytes', async () => {
    const broken = { ...arrival(7).message, data: new Uint8Array([1, 2, 3]) };
    const own = handler(async () => Promise.resolve());
    await handleMessages(own, [broken]);
    expect(own.letters).toMatchObject([{ key: 'S:7', event: undefined, raw: new Uint8Array([1, 2, 3]) }]);
  });
});

describe('a message of several events', () => {
  const events = [1, 2, 3].map(eventOf);
  const [first, second, third] = events;

  it('reaches the handler as one batch and is acknowledged once', async () => {
    const packed = messageOf(events);
    const seen: unknown[] = [];
    await handleMessages(
      handler(async (batch) => {
        seen.push(batch);
        return Promise.resolve();
      }),
      [packed.message],
    );
    expect([seen, packed.decisions]).toEqual([[events], ['ack']]);
  });

  it('is redelivered while one of its events fails, and the others are handled', async () => {
    const packed = messageOf(events);
    const done: string[] = [];
    const keep = async (batch: readonly DomainEvent[]): Promise<void> => {
      await failFor(second?.id ?? '')(batch);
      done.push(...batch.map(({ id }) => id));
    };
    const own = handler(keep, { failed: { [second?.id ?? '']: 1 } });
    await handleMessages(own, [packed.message, arrival(4).message]);
    expect(packed.decisions).toEqual(['nak 2000']);
    expect(done.toSorted()).toEqual([first?.id, third?.id, eventOf(4).id]);
  });

  it('ends with one dead letter at the tenth failure of an event', async () => {
    const packed = messageOf(events);
    const own = handler(failFor(second?.id ?? ''), { failed: { [second?.id ?? '']: 9 } });
    await handleMessages(own, [packed.message]);
    expect(packed.decisions).toEqual(['ack']);
    expect(own.letters).toMatchObject([{ key: second?.id, event: second }]);
  });

  it('ends with a dead letter for each undecodable event, named by its index', async () => {
    const packed = messageOf([first, { type: 'thing.unknown' }, third], { seq: 9 });
    const seen: string[] = [];
    const own = handler(async (batch) => {
      seen.push(...batch.map(({ id }) => id));
      return Promise.resolve();
    });
    await handleMessages(own, [packed.message]);
    expect([seen, packed.decisions]).toEqual([[first?.id, third?.id], ['ack']]);
    expect(own.letters).toMatchObject([{ key: 'S:9:1', raw: Buffer.from('{"type":"thing.unknown"}') }]);
  });

  it('ends when all its events are undecodable and stored, and is redelivered until they are', async () => {
    const [stored, waiting] = [messageOf([1, 2]), messageOf([1, 2])];
    await handleMessages(handler(alwaysFail), [stored.message]);
    await handleMessages(handler(alwaysFail, { isDown: true }), [waiting.message]);
    expect([stored.decisions, waiting.decisions]).toEqual([['term'], ['nak 5000']]);
  });
});
