import type { Contact, ContactInput, IcpRule } from '@outreach/contracts-contacts';
import { newId, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { written, type ContactsUnderTest } from './contacts-harness.ts';

type Contacts = Pick<ContactsUnderTest, 'client'>;

/** Within this time a job of the service has come round. */
export const WAIT = { timeoutMs: 20_000 };

export const TIERS = { a: 80, b: 60, c: 40 };

/** A call of a workspace of its own, which may wait for jobs. */
export function newWorkspace(overrides: Partial<CallContext> = {}): CallContext {
  return testCall(newId('ws'), { deadlineAtMs: Date.now() + WAIT.timeoutMs * 2, ...overrides });
}

/** Makes the calls of one new workspace: each is a call of its own, since a call has a deadline. */
export function callerOfNewWorkspace(overrides: Partial<CallContext> = {}): () => CallContext {
  const id = newId('ws');
  return () => testCall(id, overrides);
}

export async function createContact(
  { client }: Contacts,
  ctx: CallContext,
  members: Partial<ContactInput>,
): Promise<Contact> {
  const { contact } = await client.createContact(ctx, written(members));
  if (contact === undefined) throw new Error('The answer has no contact.');
  return contact;
}

/** From now on the contacts of the workspace are scored by these rules, into `TIERS`. */
export async function setRules(
  { client }: Contacts,
  ctx: CallContext,
  rules: readonly IcpRule[],
): Promise<void> {
  await client.setIcpProfile(ctx, { icp_profile: { rules: [...rules], tier_thresholds: TIERS } });
}
