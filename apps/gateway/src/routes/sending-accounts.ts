import { campaignErrors } from '@outreach/contracts-campaigns';
import { toAccountHealthRecord, toSendingAccountRecord } from '@outreach/contracts-campaigns/sending-account';
import { maskOf, recordOf } from '@outreach/contracts-common';
import { cursor, id, pageSize } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { searchIn } from './contact-lists.ts';
import { route, toPageRequest } from './route.ts';
import {
  Account,
  ACCOUNT_OBJECTS,
  AccountCreateBody,
  accountExample,
  AccountHealth,
  accountHealthExample,
  AccountTest,
  accountTestExample,
  AccountUpdateBody,
  toAccountInput,
} from './sending-account-records.ts';

/** A test connects to mail servers, which have 25 s. */
const TEST_DEADLINE_MS = 33_000;

const params = z.object({ account_id: id('acc').describe('Id of the account.') });
const byId = { params: { account_id: accountExample.id } };
const resource = new Resource({
  path: '/api/v1/sending-accounts/{account_id}/',
  params,
  record: Account,
  example: accountExample,
  toRecord: toSendingAccountRecord,
});
const reads = { tags: ['sending-accounts'], scope: ['campaigns:read'] } as const;
const writes = { tags: ['sending-accounts'], scope: ['campaigns:write'] } as const;
const { email, smtp, imap, from_name, time_zone } = accountExample;

export const sendingAccountRoutes = [
  resource.search({
    ...reads,
    operationId: 'listSendingAccounts',
    summary: 'List sending accounts',
    description: 'Newest first.',
    query: z.object({ search: searchIn('`email` or `from_name`'), page_size: pageSize(), cursor: cursor() }),
    asked: { search: 'sales' },
    call: async (ctx, { search, ...page }, { campaigns }) =>
      campaigns.listSendingAccounts(ctx, { page: toPageRequest(page), search }),
    items: ({ accounts }) => accounts,
  }),
  resource.create({
    ...writes,
    operationId: 'createSendingAccount',
    summary: 'Create a sending account',
    description:
      'Makes no connection; `POST …/test/` does. The DNS records of the domain are checked in the background. A workspace has one account per address: a second one answers 409 with reason `duplicate_email`.',
    body: AccountCreateBody,
    errors: [campaignErrors.duplicateAccountEmail, campaignErrors.providerNotConfigured],
    given: {
      email,
      from_name,
      smtp: { ...smtp, password: 'correct horse battery' },
      imap: { ...imap, password: 'correct horse battery' },
      warmup: { enabled: true },
      time_zone,
    },
    call: async (ctx, body, { campaigns }) => {
      const request = { input: toAccountInput(body), mask: maskOf(body, ACCOUNT_OBJECTS) };
      return (await campaigns.createSendingAccount(ctx, request)).account;
    },
  }),
  resource.get({
    ...reads,
    operationId: 'getSendingAccount',
    summary: 'Get a sending account',
    call: async (ctx, id, { campaigns }) => (await campaigns.getSendingAccount(ctx, { id })).account,
  }),
  resource.update({
    ...writes,
    operationId: 'updateSendingAccount',
    summary: 'Update a sending account',
    description:
      '`smtp`, `imap` and `warmup` are merged field by field. A new host, port or security needs the password again. `imap: null` removes the server.',
    body: AccountUpdateBody,
    errors: [campaignErrors.duplicateAccountEmail, campaignErrors.providerNotConfigured],
    given: { daily_limit: 30 },
    call: async (ctx, { id, body }, { campaigns }) => {
      const request = { id, input: toAccountInput(body), mask: maskOf(body, ACCOUNT_OBJECTS) };
      return (await campaigns.updateSendingAccount(ctx, request)).account;
    },
  }),
  resource.delete({
    ...writes,
    operationId: 'deleteSendingAccount',
    summary: 'Delete a sending account',
    description:
      'An account that a campaign uses cannot be deleted, unless the campaign is archived or completed.',
    errors: [campaignErrors.accountInUse],
    call: async (ctx, id, { campaigns }) => campaigns.deleteSendingAccount(ctx, { id }),
  }),
  resource.act({
    ...writes,
    operationId: 'pauseSendingAccount',
    summary: 'Pause a sending account',
    description: 'A paused account sends nothing. A second pause changes nothing.',
    errors: [campaignErrors.accountTransition],
    action: 'pause',
    call: async (ctx, id, { campaigns }) => (await campaigns.pauseSendingAccount(ctx, { id })).account,
  }),
  resource.act({
    ...writes,
    operationId: 'resumeSendingAccount',
    summary: 'Resume a sending account',
    description:
      'An account in `error` becomes active by a successful connection instead, and a suspended account by the operator.',
    errors: [campaignErrors.accountTransition],
    action: 'resume',
    call: async (ctx, id, { campaigns }) => (await campaigns.resumeSendingAccount(ctx, { id })).account,
  }),
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/sending-accounts/{account_id}/test/',
    operationId: 'testSendingAccount',
    summary: 'Test a sending account',
    description:
      'Logs in to the SMTP server and, if there is one, to the IMAP server, sends no email, and checks the DNS records of the domain. A success makes an account in `error` active; the third failure in a row moves an active account to `error`.',
    idempotent: true,
    deadlineMs: TEST_DEADLINE_MS,
    params,
    responses: { 200: AccountTest },
    example: { ...byId, responses: { 200: accountTestExample } },
    handle: async ({ ctx, params: { account_id } }, { campaigns }) => {
      const reply = await campaigns.testSendingAccount(ctx, { id: account_id });
      return { status: 200, body: recordOf(reply, 'smtp') };
    },
  }),
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/sending-accounts/{account_id}/health/',
    operationId: 'getSendingAccountHealth',
    summary: 'Get the health of a sending account',
    description:
      'The score is 100 minus the deductions of the factors: hard bounces (up to 40 points, at 10 %), complaints (up to 30, at 0.30 %), a failing SPF or DMARC record (20) and a failed connection in the last 24 hours (10). With fewer than 20 emails in 14 days nothing is deducted.',
    params,
    responses: { 200: AccountHealth },
    example: { ...byId, responses: { 200: accountHealthExample } },
    handle: async ({ ctx, params: { account_id } }, { campaigns }) => {
      const reply = await campaigns.getSendingAccountHealth(ctx, { id: account_id });
      return { status: 200, body: toAccountHealthRecord(reply) };
    },
  }),
];
