import { describe, expect, it } from '@jest/globals';
import { webhookErrors } from './errors.ts';
import { webhookEvents, webhookTest } from './events.ts';

describe('the webhooks contract', () => {
  it.each([...webhookEvents, webhookTest].map((definition) => [definition.type, definition] as const))(
    '%s has an example that fits its schema',
    (_type, definition) => {
      expect(definition.data.safeParse(definition.example)).toMatchObject({ success: true });
    },
  );

  it('names the reason of a conflict', () => {
    expect(webhookErrors.endpointLimit.make()).toMatchObject({
      kind: 'conflict',
      code: 'conflict',
      details: { reason: 'endpoint_limit' },
    });
  });
});
