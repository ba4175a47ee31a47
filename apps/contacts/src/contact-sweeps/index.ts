import type { Feature, ServiceBase } from '@outreach/app-kit';
import { defineContacts } from '../contact-store/index.ts';
import type { Sweeps } from './ports.ts';
import { sweepJob } from './sweep-contacts.job.ts';
import { createSweeps, sweepContacts } from './sweep.store.ts';

export type { Sweeps } from './ports.ts';

interface ContactSweeps extends Feature, Sweeps {}

/** Removes the values of deleted custom fields and segments from contacts in the background. */
export function createContactSweeps(base: ServiceBase): ContactSweeps {
  const contacts = defineContacts(base.mongo.connection);
  const { add, queue } = createSweeps(base);
  return {
    name: 'contact-sweeps',
    add,
    jobs: [
      sweepJob({
        ...base,
        queue,
        sweepContacts: async (sweep, signal) => sweepContacts(contacts, sweep, signal),
      }),
    ],
  };
}
