import { contactErrors } from '@outreach/contracts-contacts';
import { invalidField, notFound } from '@outreach/errors';
import type { CallContext, Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { Client, ClientStore } from './ports.ts';

/** The fields of a request; an absent field stays unchanged. */
export type ClientChange = Partial<Pick<Client, 'name' | 'domain' | 'status'>>;

export interface ClientPorts {
  readonly clients: ClientStore;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** @throws AppError permission_denied outside an agency; invalid_argument without a name. */
export async function createClient(
  ports: ClientPorts,
  ctx: CallContext,
  change: ClientChange,
): Promise<Client> {
  requireAgency(ctx);
  const { name = '', domain = null, status = 'active' } = change;
  if (name === '') throw invalidField('name', 'A name is required.');
  const client: Client = {
    id: ports.newId('cli'),
    workspace_id: ctx.workspaceId,
    name,
    domain,
    status,
    created_at: new Date(ports.clock.now()),
  };
  await ports.clients.insert(client);
  return client;
}

/** @throws AppError permission_denied outside an agency; not_found. */
export async function getClient(ports: ClientPorts, ctx: CallContext, id: string): Promise<Client> {
  requireAgency(ctx);
  const client = await ports.clients.findById(id);
  if (client === undefined) throw notFound();
  return client;
}

/** @throws AppError permission_denied outside an agency; invalid_argument on `cursor`. */
export async function listClients(
  ports: ClientPorts,
  ctx: CallContext,
  page: PageRequest,
): Promise<PageOf<Client>> {
  requireAgency(ctx);
  return ports.clients.list(page);
}

/** @throws AppError permission_denied outside an agency; not_found. */
export async function updateClient(
  ports: ClientPorts,
  ctx: CallContext,
  { id, change }: { readonly id: string; readonly change: ClientChange },
): Promise<Client> {
  const client = await getClient(ports, ctx, id);
  const changed: Client = { ...client, ...change };
  await ports.clients.save(changed);
  return changed;
}

/** @throws AppError permission_denied outside an agency; not_found. */
export async function deleteClient(ports: ClientPorts, ctx: CallContext, id: string): Promise<void> {
  await getClient(ports, ctx, id);
  await ports.clients.remove(id);
}

function requireAgency({ agencyId }: CallContext): void {
  if (agencyId === '') throw contactErrors.outsideAgency.make();
}
