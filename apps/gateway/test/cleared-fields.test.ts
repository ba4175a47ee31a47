import { describe, expect, it } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startGateway } from './gateway-harness.ts';
import { jsonInit, routeRequests, withBody } from './route-requests.ts';

const STEP = { subject: 'Hello', body_text: 'Hello' };
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  account: ['provider', 'daily_limit', 'min_gap_seconds', 'max_gap_seconds', 'time_zone', 'reply_to'],
  warmup: ['enabled', 'start', 'increment', 'ceiling'],
  server: ['port', 'security', 'username', 'password'],
  step: ['id', 'step_number', 'step_type', 'delay_value', 'delay_unit', 'thread_mode'],
  variant: ['id', 'label', 'is_active'],
};

const gateway = await sharedByTests(async () => startGateway());
const { send } = routeRequests(() => gateway);

function cleared(kind: keyof typeof MEMBERS, value: null | ''): object {
  return Object.fromEntries((MEMBERS[kind] ?? []).map((name) => [name, value]));
}

function bodyOf(operation: string, value: null | ''): object {
  if (operation === 'updateSequence') return { status: value, description: value };
  if (operation === 'replaceSteps') {
    const variant = { ...STEP, ...cleared('variant', value), weight: 100 };
    return { steps: [{ ...STEP, ...cleared('step', value), variants: [variant] }] };
  }
  return {
    ...cleared('account', value),
    smtp: cleared('server', value),
    imap: cleared('server', value),
    warmup: cleared('warmup', value),
  };
}

describe('optional scalars', () => {
  it.each(
    ['updateSendingAccount', 'updateSequence', 'replaceSteps'].flatMap((operation) => [
      [operation, null] as const,
      [operation, ''] as const,
    ]),
  )('of %s accept %j', async (operation, value) => {
    const [, route] = withBody.find(([, { operationId }]) => operationId === operation) ?? [];
    if (route === undefined) throw new Error(`There is no route ${operation}.`);
    const response = await send(route, { init: jsonInit(route, JSON.stringify(bodyOf(operation, value))) });
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  });
});
