import type { Contact, ContactInput } from '@outreach/contracts-contacts/gen/contacts.ts';
import type { IcpRule } from '@outreach/contracts-contacts/gen/icp.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { written, type ContactsUnderTest } from './contacts-harness.ts';

type Contacts = Pick<ContactsUnderTest, 'client'>;

/** Longer than a round of any job of the service. */
export const WAIT = { timeoutMs: 20_000 };

export const TIERS = { a: 80, b: 60, c: 40 };

/** A call of a new workspace with a deadline that allows waiting for jobs. */
export function newWorkspace(overrides: Partial<CallContext> = {}): CallContext {
  return testCall(newId('ws'), { deadlineAtMs: Date.now() + WAIT.timeoutMs * 2, ...overrides });
}

/** Returns a function that creates calls of one new workspace; each call has a deadline of its own. */
export function callerOfNewWorkspace(overrides: Partial<CallContext> = {}): () => CallContext {
  const id = newId('ws');
  return () => testCall(id, overrides);
}

export async function createContact(
  { client }: Contacts,
  ctx: CallContext,
  fields: Partial<ContactInput>,
): Promise<Contact> {
  const { contact } = await client.createContact(ctx, written(fields));
  if (contact === undefined) throw new Error('The reply has no contact.');
  return contact;
}

/** Sets the scoring rules of the workspace, with the thresholds of `TIERS`. */
export async function setRules(
  { client }: Contacts,
  ctx: CallContext,
  rules: readonly IcpRule[],
): Promise<void> {
  await client.setIcpProfile(ctx, { icp_profile: { rules: [...rules], tier_thresholds: TIERS } });
}
