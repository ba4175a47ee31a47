import { contactErrors } from '@outreach/contracts-contacts';
import { invalidField, notFound } from '@outreach/errors';
import type { CallContext, PageOf, PageRequest } from '@outreach/service-kit';
import type { Deps } from '../domain/ports.ts';
import type { Client } from './client.ts';

/** The members that a request carries; an absent one stays as it is. */
export type ClientChange = Partial<Pick<Client, 'name' | 'domain' | 'status'>>;

type ClientDeps = Pick<Deps, 'clients' | 'clock' | 'newId'>;

/** @throws AppError permission_denied outside an agency; invalid_argument without a name. */
export async function createClient(
  deps: ClientDeps,
  ctx: CallContext,
  change: ClientChange,
): Promise<Client> {
  demandAgency(ctx);
  const { name = '', domain = null, status = 'active' } = change;
  if (name === '') throw invalidField('name', 'A name is required.');
  const client: Client = {
    id: deps.newId('cli'),
    workspace_id: ctx.workspaceId,
    name,
    domain,
    status,
    created_at: new Date(deps.clock.now()),
  };
  await deps.clients.insert(client);
  return client;
}

/** @throws AppError permission_denied outside an agency; not_found. */
export async function getClient(deps: Pick<Deps, 'clients'>, ctx: CallContext, id: string): Promise<Client> {
  demandAgency(ctx);
  const client = await deps.clients.findById(id);
  if (client === undefined) throw notFound();
  return client;
}

/** @throws AppError permission_denied outside an agency; invalid_argument on `cursor`. */
export async function listClients(
  deps: Pick<Deps, 'clients'>,
  ctx: CallContext,
  page: PageRequest,
): Promise<PageOf<Client>> {
  demandAgency(ctx);
  return deps.clients.list(page);
}

/** @throws AppError permission_denied outside an agency; not_found. */
export async function updateClient(
  deps: Pick<Deps, 'clients'>,
  ctx: CallContext,
  { id, change }: { readonly id: string; readonly change: ClientChange },
): Promise<Client> {
  const client = await getClient(deps, ctx, id);
  const changed: Client = { ...client, ...change };
  await deps.clients.save(changed);
  return changed;
}

/** @throws AppError permission_denied outside an agency; not_found. */
export async function deleteClient(deps: Pick<Deps, 'clients'>, ctx: CallContext, id: string): Promise<void> {
  await getClient(deps, ctx, id);
  await deps.clients.remove(id);
}

function demandAgency({ agencyId }: CallContext): void {
  if (agencyId === '') throw contactErrors.outsideAgency.make();
}
