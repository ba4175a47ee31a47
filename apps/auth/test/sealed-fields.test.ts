import { describe, expect, it } from '@jest/globals';
import { AuthServiceService } from '@outreach/contracts-auth';
import { rotateServiceKey } from '@outreach/testing';
import { authService } from '../src/app.ts';

/** Stored by commands of the kit, which have tests of their own. */
const STORED_REPLIES = ['idempotency.effect', 'idempotency.outcome'];

describe('the sealed fields of auth', () => {
  it('match the table, and are sealed again with a new SERVICE_KEY', async () => {
    const { declared, before, after } = await rotateServiceKey({
      service: authService,
      definition: AuthServiceService,
      // The signing keys are made when the service starts. Requests and letters are removed when they are done.
      fill: async (_client, store) => {
        await store('letters', 'sealed_letter');
        await store('reset_requests', 'sealed_username');
        await store('second_factors', 'sealed_secret');
        await store('oidc_flows', 'sealed_verifier');
      },
    });
    expect([...before, ...STORED_REPLIES].toSorted()).toEqual(declared.toSorted());
    expect(after).toEqual(before);
  });
});
