import { describe, expect, it } from '@jest/globals';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { newId } from '@outreach/service-kit';
import { rotateServiceKey } from '@outreach/testing';
import { contactsService } from '../src/app.ts';
import { written } from './contacts-harness.ts';
import { newWorkspace } from './given.ts';

/** Stored by commands with an external call, which contacts does not have. */
const EFFECT = 'idempotency.effect';

describe('the sealed fields of contacts', () => {
  it('match the table, and are sealed again with a new SERVICE_KEY', async () => {
    const { declared, before, after } = await rotateServiceKey({
      service: contactsService,
      definition: ContactsServiceService,
      fill: async (client) => {
        const idempotency = { id: newId('idem'), fingerprint: 'same' };
        await client.createContact(
          newWorkspace({ idempotency }),
          written({ email: 'maria@kestrel.example' }),
        );
      },
    });
    expect([...before, EFFECT].toSorted()).toEqual(declared.toSorted());
    expect(after).toEqual(before);
  });
});
