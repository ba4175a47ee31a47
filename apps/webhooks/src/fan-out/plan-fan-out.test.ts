import { describe, expect, it } from '@jest/globals';
import { contactUpdated } from '@outreach/contracts-contacts/events';
import { endpointFailing } from '@outreach/contracts-webhooks';
import { aboutContact, eventLike } from '@outreach/testing';
import type { Endpoint } from '../endpoints/index.ts';
import { planFanOut, type FanOutInput } from './plan-fan-out.ts';

const NOW_MS = Date.UTC(2026, 0, 31, 9, 30);

const endpoint = (id: string, changes: Partial<Endpoint> = {}): Endpoint => ({
  id,
  workspace_id: 'ws_1',
  name: 'CRM',
  url: 'https://example.com/hook',
  active: true,
  event_subscriptions: [contactUpdated.type],
  custom_headers: {},
  sealed_secret: new Uint8Array(),
  signing_secret_preview: 'whsec_a1B2',
  secret_version: 1,
  created_at: new Date(NOW_MS),
  updated_at: new Date(NOW_MS),
  deleted_at: null,
  version: 1,
  ...changes,
});

const sequences = new Map([
  ['ws_1', { workspace_id: 'ws_1', endpoint_count: 2, event_sequence: 7, endpoint_sequences: { whk_1: 3 } }],
]);

function plan(changes: Partial<FanOutInput>, lease?: { token: string; untilMs: number }) {
  const events = ['ct_1', 'ct_2'].map((contactId) =>
    aboutContact(contactUpdated, { workspaceId: 'ws_1', contactId, data: {} }),
  );
  let count = 0;
  return planFanOut(
    { events, sequences, endpoints: [endpoint('whk_1')], erased: new Set(), ...changes },
    {
      nowMs: NOW_MS,
      newDeliveryId: () => `dlv_${(count += 1)}`,
      lease: () => lease,
    },
  );
}

describe('planFanOut', () => {
  it('numbers events per workspace and deliveries per endpoint without changing its input', () => {
    const planned = plan({ endpoints: [endpoint('whk_1'), endpoint('whk_2')] });
    expect(planned.events.map(({ sequence }) => sequence)).toEqual([8, 9]);
    const numbers = planned.deliveries.map(({ delivery }) => [delivery.endpoint_id, delivery.sequence]);
    expect(numbers).toEqual([
      ['whk_1', 4],
      ['whk_2', 1],
      ['whk_1', 5],
      ['whk_2', 2],
    ]);
    expect(planned.sequences.get('ws_1')).toMatchObject({
      event_sequence: 9,
      endpoint_sequences: { whk_1: 5, whk_2: 2 },
    });
    expect(sequences.get('ws_1')).toMatchObject({ event_sequence: 7, endpoint_sequences: { whk_1: 3 } });
  });

  it('stores no event of a workspace that never had an endpoint', () => {
    expect(plan({ sequences: new Map() })).toMatchObject({ events: [], deliveries: [] });
  });

  it('plans no delivery for an endpoint without a subscription to the type', () => {
    const other = endpoint('whk_1', { event_subscriptions: ['contact.deleted'] });
    expect(plan({ endpoints: [other] })).toMatchObject({ events: [{}, {}], deliveries: [] });
  });

  it('plans no delivery of its own failure for an endpoint', () => {
    const event = eventLike(endpointFailing, { workspaceId: 'ws_1', aggregate: { id: 'whk_1', version: 1 } });
    const endpoints = ['whk_1', 'whk_2'].map((id) =>
      endpoint(id, { event_subscriptions: [endpointFailing.type] }),
    );
    const planned = plan({ events: [event], endpoints });
    expect(planned.deliveries.map(({ delivery }) => delivery.endpoint_id)).toEqual(['whk_2']);
    expect(planned.sequences.get('ws_1')?.endpoint_sequences).toEqual({ whk_1: 3, whk_2: 1 });
  });

  it('holds deliveries of a paused endpoint without a lease', () => {
    const paused = endpoint('whk_1', { active: false });
    const lease = { token: 'lease_1', untilMs: NOW_MS + 1 };
    expect(plan({ endpoints: [paused] }, lease).deliveries).toMatchObject([
      { held: true, job: undefined },
      { held: true, job: undefined },
    ]);
  });

  it('creates deliveries under a lease while the worker has room', () => {
    const { events, deliveries } = plan({}, { token: 'lease_1', untilMs: NOW_MS + 45_000 });
    expect(deliveries[0]).toMatchObject({
      held: false,
      job: { id: 'dlv_1', body: events[0]?.body, lease_token: 'lease_1', lease_until_ms: NOW_MS + 45_000 },
    });
  });

  it('stores events of erased records with the id only', () => {
    const { events } = plan({ erased: new Set(['ct_2']) });
    expect(events.map(({ aggregate_id }) => aggregate_id)).toEqual(['ct_1', 'ct_2']);
    expect(JSON.parse(events[1]?.body ?? '').data).toEqual({ id: 'ct_2', hard: true });
    expect(JSON.parse(events[0]?.body ?? '').data).not.toEqual({ id: 'ct_1', hard: true });
  });
});
