import { describedBy, maskOf, recordFields, recordOf } from '@outreach/contracts-common';
import { contactErrors } from '@outreach/contracts-contacts';
import { CLIENT_STATUSES } from '@outreach/contracts-contacts/enumerations';
import type { Client, ClientInput } from '@outreach/contracts-contacts/gen/clients.ts';
import { domainName, enumText, id, optional, text, TEXT_MAX } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { CONTACT_READERS, EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';
import { optionalEnum } from './optional-fields.ts';

const DOMAIN_MAX = 253;

const ClientRecord = z
  .object({
    id: recordFields.id,
    name: recordFields.name,
    domain: z.string().nullable().describe('Domain of the client.'),
    status: enumText(CLIENT_STATUSES).describe('`active` or `archived`.'),
    created_at: recordFields.created_at,
  })
  .meta({ id: 'Client' });

const writable = {
  domain: optional(domainName, { type: 'string', maxLength: DOMAIN_MAX }),
  status: optionalEnum(CLIENT_STATUSES),
};

const CreateBody = z
  .object(describedBy(ClientRecord, { name: text(TEXT_MAX.resourceName), ...writable }))
  .meta({ id: 'ClientCreate' });
const UpdateBody = z
  .object(describedBy(ClientRecord, { name: text(TEXT_MAX.resourceName).optional(), ...writable }))
  .meta({ id: 'ClientUpdate' });

const params = z.object({ client_id: id('cli').describe('Id of the client.') });
const example = {
  id: `cli_${EXAMPLE_ULID}`,
  name: 'Example Inc.',
  domain: 'example.com',
  status: 'active',
  created_at: EXAMPLE_TIME,
};
const resource = new Resource({
  path: '/api/v1/clients/{client_id}/',
  params,
  record: ClientRecord,
  example,
  toRecord: (client: Client) => recordOf(client, 'created_at'),
});
const shared = { tags: ['clients'], errors: [contactErrors.outsideAgency] } as const;
const reads = { ...shared, scope: CONTACT_READERS } as const;
const writes = { ...shared, scope: ['admin:keys'] } as const;

export const clientRoutes = [
  resource.list({
    ...reads,
    operationId: 'listClients',
    summary: 'List clients',
    description: 'Clients of the agency.',
    call: async (ctx, page, { contacts }) => contacts.listClients(ctx, { page }),
    items: ({ clients }) => clients,
  }),
  resource.create({
    ...writes,
    operationId: 'createClient',
    summary: 'Create a client',
    description: 'Only in the workspaces of an agency. Campaigns of an agency are assigned to clients.',
    body: CreateBody,
    given: { name: example.name, domain: example.domain },
    call: async (ctx, body, { contacts }) =>
      (await contacts.createClient(ctx, { input: toInput(body) })).client,
  }),
  resource.get({
    ...reads,
    operationId: 'getClient',
    summary: 'Get a client',
    call: async (ctx, id, { contacts }) => (await contacts.getClient(ctx, { id })).client,
  }),
  resource.update({
    ...writes,
    operationId: 'updateClient',
    summary: 'Update a client',
    body: UpdateBody,
    given: { status: 'active' },
    call: async (ctx, { id, body }, { contacts }) => {
      const request = { id, input: toInput(body), mask: maskOf(body) };
      return (await contacts.updateClient(ctx, request)).client;
    },
  }),
  resource.delete({
    ...writes,
    operationId: 'deleteClient',
    summary: 'Delete a client',
    call: async (ctx, id, { contacts }) => contacts.deleteClient(ctx, { id }),
  }),
];

function toInput(body: z.output<typeof UpdateBody>): ClientInput {
  return { name: body.name, domain: body.domain ?? undefined, status: body.status ?? '' };
}
