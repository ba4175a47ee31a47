import { expect } from '@jest/globals';
import type {
  CreateVerificationRequest,
  VerificationJob,
} from '@outreach/contracts-contacts/gen/verifications.ts';
import type { CallContext } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import type { TestDnsServer } from '@outreach/testing/dns-server';
import type { ContactsUnderTest } from './contacts-harness.ts';
import { WAIT } from './given.ts';

/** The domains of tests: their mail servers, addresses and failures. */
export function addDomains({ zone }: TestDnsServer): void {
  zone.set('google.example', { mx: ['aspmx.l.google.com'] });
  zone.set('microsoft.example', { mx: ['microsoft-example.mail.protection.outlook.com'] });
  zone.set('own.example', { mx: ['mx.own.example'] });
  zone.set('address.example', { a: ['192.0.2.1'] });
  zone.set('null.example', { mx: ['.'], a: ['192.0.2.1'] });
  zone.set('empty.example', { txt: ['nothing'] });
  zone.set('broken.example', { failure: 'refuse' });
  zone.set('mailinator.com', { mx: ['mail.mailinator.com'] });
}

export async function startVerification(
  { client }: ContactsUnderTest,
  ctx: CallContext,
  source: Partial<CreateVerificationRequest>,
): Promise<VerificationJob> {
  const { job } = await client.createVerification(ctx, { contact_ids: [], ...source });
  if (job === undefined) throw new Error('The reply has no job.');
  return job;
}

/** Waits for the end of a job. */
export async function endedJob(
  { client }: ContactsUnderTest,
  ctx: CallContext,
  id: string,
): Promise<VerificationJob> {
  return eventually(async () => {
    const { job } = await client.getVerification(ctx, { id });
    expect(job?.finished_at).toBeDefined();
    if (job === undefined) throw new Error('The reply has no job.');
    return job;
  }, WAIT);
}
