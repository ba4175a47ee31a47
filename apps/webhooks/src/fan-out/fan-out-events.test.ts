import { beforeEach, describe, expect, it } from '@jest/globals';
import { contactUpdated } from '@outreach/contracts-contacts/events';
import { aboutContact, createFakeClock } from '@outreach/testing';
import type { DeliverySlots } from '../delivery-worker/index.ts';
import type { Endpoint } from '../endpoints/index.ts';
import { fanOutEvents, type FanOutPorts } from './fan-out-events.ts';

const clock = createFakeClock();
const OWNER = { workspace_id: 'ws_1', endpoint_id: 'whk_1' };
const EVENTS = ['ct_1', 'ct_2'].map((contactId) =>
  aboutContact(contactUpdated, { workspaceId: 'ws_1', contactId, data: {} }),
);

/** The calls of the slots and the end of the transaction, in order. */
const log: unknown[][] = [];
let room = 0;

const slots: DeliverySlots = {
  reserve: () => {
    if (room === 0) return undefined;
    room -= 1;
    return { token: 'lease_1', untilMs: clock.now() + 1 };
  },
  cancel: (owner) => log.push(['cancel', owner]),
  push: (jobs) => log.push(['push', jobs.length]),
  pull: (owners) => log.push(['pull', owners]),
};

const endpoint: Endpoint = {
  id: OWNER.endpoint_id,
  workspace_id: OWNER.workspace_id,
  name: 'CRM',
  url: 'https://example.com/hook',
  active: true,
  event_subscriptions: [contactUpdated.type],
  custom_headers: {},
  sealed_secret: new Uint8Array(),
  signing_secret_preview: 'whsec_a1B2',
  secret_version: 1,
  created_at: new Date(0),
  updated_at: new Date(0),
  deleted_at: null,
  version: 1,
};
const numbers = { workspace_id: 'ws_1', endpoint_count: 1, event_sequence: 0, endpoint_sequences: {} };

/** @param failures number of runs of the transaction that fail before a run commits. */
function ports(failures: number): FanOutPorts {
  return {
    slots,
    clock,
    newDeliveryId: () => 'dlv_1',
    transaction: async (fn) => {
      for (let run = 0; run < failures; run += 1) await fn();
      const result = await fn();
      log.push(['committed']);
      return result;
    },
    stores: {
      events: { insert: async () => undefined, findKnownIds: async () => new Set() },
      sequences: { find: async () => new Map([['ws_1', numbers]]), advance: async () => undefined },
      endpoints: { listOfWorkspaces: async () => [endpoint], confirmPaused: async () => new Set() },
      deliveries: { insert: async () => undefined },
      eraseRecords: async () => new Set(),
    },
  };
}

beforeEach(() => {
  log.splice(0);
});

describe('fanOutEvents', () => {
  it('sends deliveries with room and requests room for the remaining deliveries, after the commit', async () => {
    room = 1;
    await fanOutEvents(ports(0), EVENTS);
    expect(log).toEqual([['committed'], ['push', 1], ['pull', [OWNER]]]);
  });

  it('requests room only for deliveries of the run that commits', async () => {
    room = 3;
    await fanOutEvents(ports(1), EVENTS);
    expect(log).toEqual([
      ['cancel', OWNER],
      ['cancel', OWNER],
      ['committed'],
      ['push', 1],
      ['pull', [OWNER]],
    ]);
  });

  it('gives the room back when the transaction fails', async () => {
    room = 1;
    const failing = { ...ports(0), transaction: failAfterRun };
    await expect(fanOutEvents(failing, EVENTS)).rejects.toThrow('no database');
    expect(log).toEqual([['cancel', OWNER]]);
  });
});

async function failAfterRun<Result>(fn: () => Promise<Result>): Promise<Result> {
  await fn();
  throw new Error('no database');
}
