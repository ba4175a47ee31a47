import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { Sweeps } from './ports.ts';
import { sweepJob } from './sweep-contacts.job.ts';
import { createSweeps } from './sweep.store.ts';

export type { Sweeps } from './ports.ts';

interface ContactSweeps extends Feature, Sweeps {}

/** Removes the values of deleted custom fields and segments from contacts in the background. */
export function createContactSweeps(base: ServiceBase): ContactSweeps {
  const sweeps = createSweeps(base);
  return {
    name: 'contact-sweeps',
    add: sweeps.add,
    jobs: [sweepJob(sweeps.queue, sweeps, base)],
  };
}
