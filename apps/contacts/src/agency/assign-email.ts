import { contactErrors } from '@outreach/contracts-contacts';
import type { CallContext } from '@outreach/service-kit';
import type { Deps } from '../domain/ports.ts';

type RegistryDeps = Pick<Deps, 'registry'>;

/**
 * An address belongs to the first client of an agency that creates it; outside an agency to nobody.
 * @throws AppError conflict with the reason assigned_to_other_client, which names no other client.
 */
export async function assignEmail(
  { registry }: RegistryDeps,
  ctx: CallContext,
  email: string,
): Promise<void> {
  const { agencyId, workspaceId } = ctx;
  if (agencyId === '' || (await registry.assign({ agencyId, email, workspaceId }))) return;
  throw contactErrors.assignedToOtherClient.make({ field: 'email' });
}

/** The address may be created by any client of the agency again. */
export async function releaseEmail(
  { registry }: RegistryDeps,
  ctx: CallContext,
  email: string,
): Promise<void> {
  const { agencyId, workspaceId } = ctx;
  if (agencyId !== '') await registry.release({ agencyId, email, workspaceId });
}
