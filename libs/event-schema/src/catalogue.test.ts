import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createCatalogue, eventsIn } from './catalogue.ts';
import { defineEvent } from './define-event.ts';
import { isEvent, newEvent } from './domain-event.ts';

const thingHappened = defineEvent({
  type: 'thing.happened',
  category: 'thing',
  description: 'A thing happened.',
  data: z.object({ id: z.string(), count: z.int() }),
  example: { id: 'th_1', count: 1 },
});
const catalogue = createCatalogue([thingHappened]);
const event = newEvent(thingHappened, {
  id: 'evt_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  workspaceId: 'ws_1',
  occurredAt: new Date('2026-01-31T09:30:00.000Z'),
  aggregate: { id: 'th_1', version: 1 },
  data: { id: 'th_1', count: 2 },
});
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

describe('catalogue', () => {
  it('decodes an event from its bytes', () => {
    expect(catalogue.decode(encode(event))).toEqual({ ok: true, event });
  });

  it('finds one event, all events of a list, and only the bytes of a message that is not JSON', () => {
    expect(eventsIn(encode(event))).toEqual([event]);
    expect(eventsIn(encode([event, 1]))).toEqual([event, 1]);
    const bytes = new Uint8Array([0x7b, 0xff]);
    expect(eventsIn(bytes)).toEqual([bytes]);
  });

  it('narrows a decoded event by its definition', () => {
    const decoded = catalogue.decode(event);
    expect(decoded.ok && isEvent(thingHappened, decoded.event) && decoded.event.data.count).toBe(2);
  });

  it('keeps fields that a newer producer added', () => {
    const newer = { ...event, data: { ...event.data, extra: true } };
    expect(catalogue.decode(encode(newer))).toMatchObject({ ok: true, event: { data: { extra: true } } });
  });

  it.each([
    ['bytes that are no JSON', new Uint8Array([0x7b, 0xff])],
    ['an envelope without an id', encode({ ...event, id: undefined })],
    ['an unknown type', encode({ ...event, type: 'thing.unknown' })],
    ['data of another shape', encode({ ...event, data: { id: 'th_1', count: 'two' } })],
  ])('refuses %s with a reason', (_name, bytes) => {
    expect(catalogue.decode(bytes)).toEqual({ ok: false, reason: expect.any(String) });
  });

  it('describes data as a JSON Schema that allows additional fields', () => {
    expect(catalogue.entries[0]?.payload_schema).toMatchObject({
      type: 'object',
      required: ['id', 'count'],
    });
    expect(JSON.stringify(catalogue.entries)).not.toContain('additionalProperties');
  });

  it('refuses a type that is defined twice', () => {
    expect(() => createCatalogue([thingHappened, thingHappened])).toThrow('defined twice');
  });
});
