import { describedBy, maskOf, recordFields } from '@outreach/contracts-common';
import { contactErrors } from '@outreach/contracts-contacts';
import { ClientStatus, type Client, type ClientInput } from '@outreach/contracts-contacts/gen/clients.ts';
import {
  cursor,
  domainName,
  id,
  optional,
  pageOf,
  pageSize,
  text,
  TEXT_MAX,
} from '@outreach/http-kit/fields';
import { z } from 'zod';
import { CONTACT_READERS, EXAMPLE_TIME, EXAMPLE_ULID, onePage, route } from './route.ts';
import { optionalEnum } from './optional-fields.ts';
import { requirePresent, toMeta, toName, toPageRequest, toRequiredTime } from './convert.ts';

const DOMAIN_MAX = 253;

const STATUSES = ['active', 'archived'] as const;
const status = z.enum(STATUSES);

const ClientRecord = z
  .object({
    id: recordFields.id,
    name: recordFields.name,
    domain: z.string().nullable().describe('Domain of the client.'),
    status: status.describe('`active` or `archived`.'),
    created_at: recordFields.created_at,
  })
  .meta({ id: 'Client' });

const writable = {
  domain: optional(domainName, { type: 'string', maxLength: DOMAIN_MAX }),
  status: optionalEnum(STATUSES),
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
const byId = { params: { client_id: example.id } };
const shared = { tags: ['clients'], errors: [contactErrors.outsideAgency] } as const;
const reads = { ...shared, scope: CONTACT_READERS } as const;
const writes = { ...shared, scope: ['admin:keys'] } as const;

export const clientRoutes = [
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/clients/',
    operationId: 'listClients',
    summary: 'List clients',
    description: 'Clients of the agency.',
    query: z.object({ page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(ClientRecord) },
    example: {
      query: { page_size: '50' },
      responses: { 200: onePage(example) },
    },
    handle: async ({ ctx, query }, { contacts }) => {
      const { clients, meta } = await contacts.listClients(ctx, { page: toPageRequest(query) });
      return { status: 200, body: { data: clients.map(toRecord), meta: toMeta(meta) } };
    },
  }),
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/clients/',
    operationId: 'createClient',
    summary: 'Create a client',
    description: 'Only in the workspaces of an agency. Campaigns of an agency are assigned to clients.',
    idempotent: true,
    body: CreateBody,
    responses: { 201: ClientRecord },
    example: { body: { name: example.name, domain: example.domain }, responses: { 201: example } },
    handle: async ({ ctx, body }, { contacts }) => {
      const { client } = await contacts.createClient(ctx, { input: toInput(body) });
      return { status: 201, body: toRecord(requirePresent(client)) };
    },
  }),
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/clients/{client_id}/',
    operationId: 'getClient',
    summary: 'Get a client',
    params,
    responses: { 200: ClientRecord },
    example: { ...byId, responses: { 200: example } },
    handle: async ({ ctx, params: { client_id } }, { contacts }) => {
      const { client } = await contacts.getClient(ctx, { id: client_id });
      return { status: 200, body: toRecord(requirePresent(client)) };
    },
  }),
  route({
    ...writes,
    method: 'patch',
    path: '/api/v1/clients/{client_id}/',
    operationId: 'updateClient',
    summary: 'Update a client',
    params,
    body: UpdateBody,
    responses: { 200: ClientRecord },
    example: { ...byId, body: { status: 'active' }, responses: { 200: example } },
    handle: async ({ ctx, params: { client_id }, body }, { contacts }) => {
      const request = { id: client_id, input: toInput(body), mask: maskOf(body) };
      const { client } = await contacts.updateClient(ctx, request);
      return { status: 200, body: toRecord(requirePresent(client)) };
    },
  }),
  route({
    ...writes,
    method: 'delete',
    path: '/api/v1/clients/{client_id}/',
    operationId: 'deleteClient',
    summary: 'Delete a client',
    params,
    responses: { 204: null },
    example: { ...byId, responses: {} },
    handle: async ({ ctx, params: { client_id } }, { contacts }) => {
      await contacts.deleteClient(ctx, { id: client_id });
      return { status: 204 };
    },
  }),
];

function toInput(body: z.output<typeof UpdateBody>): ClientInput {
  const isArchived = body.status === 'archived';
  return {
    name: body.name,
    domain: body.domain ?? undefined,
    status: isArchived ? ClientStatus.CLIENT_STATUS_ARCHIVED : ClientStatus.CLIENT_STATUS_ACTIVE,
  };
}

const STATUS_NAMES: ReadonlyMap<ClientStatus, z.output<typeof status>> = new Map([
  [ClientStatus.CLIENT_STATUS_ACTIVE, 'active'],
  [ClientStatus.CLIENT_STATUS_ARCHIVED, 'archived'],
]);

function toRecord(client: Client): z.output<typeof ClientRecord> {
  return {
    id: client.id,
    name: client.name,
    domain: client.domain ?? null,
    status: toName(STATUS_NAMES, client.status),
    created_at: toRequiredTime(client.created_at),
  };
}
