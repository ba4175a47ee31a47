import { describe, expect, it } from '@jest/globals';
import type { DomainEvent } from '@outreach/event-schema';
import { pack, toBytes } from './packs.ts';

let count = 0;

function event(type: string, aggregateId: string, text = ''): DomainEvent {
  count += 1;
  return {
    id: `evt_${String(count).padStart(26, '0')}`,
    type,
    workspace_id: `ws_${aggregateId}`,
    occurred_at: '2026-01-31T09:30:00.000Z',
    aggregate: { id: aggregateId, version: 1 },
    data: { text },
    request_id: 'req_1',
    traceparent: 'trace_1',
  };
}

const sizesOf = (events: readonly DomainEvent[]): number[] =>
  pack(events).map(({ events: all }) => all.length);

describe('packs', () => {
  it('hold events of one type in order, also with events of other types between them', () => {
    const events = [event('made', 'a'), event('scored', 'a'), event('made', 'b'), event('scored', 'b')];
    const packs = pack(events);
    expect(
      packs.map(({ type, events: all }) => [type, ...all.map(({ aggregate_id }) => aggregate_id)]),
    ).toEqual([
      ['made', 'a', 'b'],
      ['scored', 'a', 'b'],
    ]);
  });

  it('keep the order of one aggregate across types', () => {
    const types = ['scored', 'made', 'scored', 'made', 'made', 'scored'];
    const events = Array.from({ length: 600 }, (_, n) => event(types[n % 6] ?? '', String(n % 7)));
    const packed = pack(events).flatMap(({ events: all }) => all);
    expect(packed).toHaveLength(600);
    for (let aggregate = 0; aggregate < 7; aggregate += 1) {
      const ids = packed.filter(({ aggregate_id }) => aggregate_id === String(aggregate)).map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted());
    }
  });

  it('hold at most 128 events and 64 Ki characters', () => {
    expect(sizesOf(Array.from({ length: 300 }, () => event('made', 'a')))).toEqual([128, 128, 44]);
    expect(sizesOf(Array.from({ length: 5 }, () => event('made', 'a', 'x'.repeat(30_000))))).toEqual([
      2, 2, 1,
    ]);
    expect(sizesOf([event('made', 'a', 'x'.repeat(100_000)), event('made', 'a')])).toEqual([1, 1]);
  });

  it('name the request that all events share, and none otherwise', () => {
    const other = { ...event('made', 'b'), request_id: 'req_2' };
    expect(pack([event('made', 'a'), event('made', 'b')])[0]?.request_id).toBe('req_1');
    expect(pack([event('made', 'a'), other])[0]).toMatchObject({ request_id: '', traceparent: 'trace_1' });
  });

  it('are published as one envelope or as a list of envelopes', () => {
    const [one, two] = [event('made', 'a'), event('made', 'b')];
    expect(pack([one]).map((each) => JSON.parse(toBytes(each)))).toEqual([one]);
    expect(pack([one, two]).map((each) => JSON.parse(toBytes(each)))).toEqual([[one, two]]);
  });
});
