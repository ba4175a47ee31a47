import { describe, expect, it } from '@jest/globals';
import { webhookErrors } from './errors.ts';
import { webhookEvents, webhookTest } from './events.ts';

describe('webhooks contract', () => {
  it.each([...webhookEvents, webhookTest].map((definition) => [definition.type, definition] as const))(
    'has an example of %s that matches its schema',
    (_type, definition) => {
      expect(definition.data.safeParse(definition.example)).toMatchObject({ success: true });
    },
  );

  it('puts the reason of a conflict into the details', () => {
    expect(webhookErrors.endpointLimit.make()).toMatchObject({
      kind: 'conflict',
      code: 'conflict',
      details: { reason: 'endpoint_limit' },
    });
  });
});
