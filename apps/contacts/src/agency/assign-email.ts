import { contactErrors } from '@outreach/contracts-contacts';
import type { CallContext } from '@outreach/service-kit';
import type { ContactRegistry } from './ports.ts';

export interface RegistryPorts {
  readonly registry: ContactRegistry;
}

/** The part of assigning an address that writes. */
export type EmailAssignment = () => Promise<void>;

/**
 * Checks that the workspace may use the address, and returns the write that assigns it. Within an agency an address
 * belongs to the first workspace that creates it; outside an agency there is nothing to assign.
 * @throws AppError conflict with the reason assigned_to_other_client, which does not name the other client.
 */
export async function prepareEmailAssignment(
  { registry }: RegistryPorts,
  { agencyId, workspaceId }: CallContext,
  email: string,
): Promise<EmailAssignment> {
  if (agencyId === '') return async () => Promise.resolve();
  const owner = await registry.ownerOf({ agencyId, email });
  if (owner === undefined) return async () => registry.assign({ agencyId, email, workspaceId });
  if (owner !== workspaceId) throw contactErrors.assignedToOtherClient.make({ field: 'email' });
  return async () => Promise.resolve();
}

/** Checks and assigns in one step. @throws AppError as `prepareEmailAssignment`. */
export async function assignEmail(ports: RegistryPorts, ctx: CallContext, email: string): Promise<void> {
  const assign = await prepareEmailAssignment(ports, ctx, email);
  await assign();
}

/** Lets any workspace of the agency create the address again. */
export async function releaseEmail(
  { registry }: RegistryPorts,
  { agencyId, workspaceId }: CallContext,
  email: string,
): Promise<void> {
  if (agencyId !== '') await registry.release({ agencyId, email, workspaceId });
}

/** Assigns the free addresses; returns the addresses of another workspace of the agency. */
export async function assignEmails(
  { registry }: RegistryPorts,
  { agencyId, workspaceId }: CallContext,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (agencyId === '' || emails.length === 0) return new Set();
  return registry.assignMany({ agencyId, workspaceId, emails });
}
