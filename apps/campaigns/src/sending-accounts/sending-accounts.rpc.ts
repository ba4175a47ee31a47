import { fromPage, toMeta } from '@outreach/app-kit';
import type { CampaignsServiceService } from '@outreach/contracts-campaigns';
import type {
  SendingAccount as AccountMessage,
  TestSendingAccountResponse,
} from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import { effectCommand, NOTHING, type MethodsOf } from '@outreach/service-kit/rpc';
import { z } from 'zod';
import {
  fromAccountInput,
  toAccountMessage,
  toHealthMessage,
  toTestMessage,
} from './account-messages.rpc.ts';
import type { SendingAccount } from './account.ts';
import {
  changeStatus,
  createAccount,
  deleteAccount,
  getAccount,
  listAccounts,
  requireAccount,
  updateAccount,
  type ChangeStatusPorts,
  type CreateAccountPorts,
  type DeleteAccountPorts,
  type ReadAccountPorts,
  type UpdateAccountPorts,
} from './manage-accounts.ts';
import type { InboxWork } from './inbox-ports.ts';
import type { AccountDays, AccountStore, AccountWork } from './ports.ts';
import {
  recordConnection,
  testAccount,
  type RecordConnectionPorts,
  type TestAccountPorts,
} from './test-account.ts';

const READ = ['campaigns:read'] as const;
const WRITE = ['campaigns:write'] as const;

export type AccountMethods = MethodsOf<
  typeof CampaignsServiceService,
  | 'createSendingAccount'
  | 'getSendingAccount'
  | 'listSendingAccounts'
  | 'updateSendingAccount'
  | 'deleteSendingAccount'
  | 'pauseSendingAccount'
  | 'resumeSendingAccount'
  | 'testSendingAccount'
  | 'getSendingAccountHealth'
>;

/** The ports of all methods; each use case takes its own part of them. */
export interface AccountMethodPorts
  extends
    ReadAccountPorts,
    CreateAccountPorts,
    UpdateAccountPorts,
    DeleteAccountPorts,
    ChangeStatusPorts,
    TestAccountPorts,
    RecordConnectionPorts {
  readonly accounts: AccountStore;
  readonly days: AccountDays;
  readonly work: AccountWork;
  readonly inboxes: InboxWork;
  readonly secrets: CreateAccountPorts['secrets'];
  readonly tokens: CreateAccountPorts['tokens'];
}

const TestedId = z.object({ id: z.string() });

export function accountMethods(ports: AccountMethodPorts): AccountMethods {
  return {
    createSendingAccount: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { input, mask }) =>
        reply(await createAccount(ports, ctx, fromAccountInput(input, mask))),
    },
    getSendingAccount: {
      scope: READ,
      query: async (_ctx, { id }) => reply((await getAccount(ports, id)).account),
    },
    listSendingAccounts: {
      scope: READ,
      query: async (_ctx, { page, search }) => {
        const list = await listAccounts(ports, { page: fromPage(page), search });
        return { accounts: list.items.map(toAccountMessage), meta: toMeta(list) };
      },
    },
    updateSendingAccount: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id, input, mask }) =>
        reply(await updateAccount(ports, { id, change: fromAccountInput(input, mask) })),
    },
    deleteSendingAccount: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id }) => {
        await deleteAccount(ports, id);
        return {};
      },
    },
    pauseSendingAccount: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id }) => reply(await changeStatus(ports, id, { operation: 'pause' })),
    },
    resumeSendingAccount: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id }) => reply(await changeStatus(ports, id, { operation: 'resume' })),
    },
    testSendingAccount: testMethod(ports),
    getSendingAccountHealth: {
      scope: READ,
      query: async (_ctx, { id }) => toHealthMessage(await getAccount(ports, id)),
    },
  };
}

/** The connections are made outside any transaction; the result is stored with the reply. */
function testMethod(ports: AccountMethodPorts): AccountMethods['testSendingAccount'] {
  return effectCommand({
    scope: WRITE,
    isOutbound: true,
    about: NOTHING,
    prepared: TestedId,
    prepare: async (_ctx, { id }: { readonly id: string }) => ({
      id: (await requireAccount(ports.accounts, id)).id,
    }),
    effect: async (_ctx, { id }) => testAccount(ports, id),
    commit: async (_ctx, { outcome: { account, test, auth } }): Promise<TestSendingAccountResponse> => {
      const { success, error, smtp, imap } = test;
      await recordConnection(ports, { account, error, auth });
      return {
        success,
        error: error ?? undefined,
        smtp: toTestMessage(smtp),
        imap: imap === null ? undefined : toTestMessage(imap),
      };
    },
  });
}

function reply(account: SendingAccount): { account: AccountMessage } {
  return { account: toAccountMessage(account) };
}
