import { fromPage, toMeta } from '@outreach/app-kit';
import type {
  SendingAccount as AccountMessage,
  TestSendingAccountResponse,
} from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import { effectCommand, NOTHING } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import { z } from 'zod';
import { READ, WRITE, type CampaignsMethods } from '../methods/index.ts';
import { fromAccountInput, toAccountMessage, toHealthMessage } from './account-messages.rpc.ts';
import type { SendingAccount } from './account.ts';
import {
  changeStatus,
  createAccount,
  deleteAccount,
  getAccount,
  listAccounts,
  requireAccount,
  updateAccount,
} from './manage-accounts.ts';
import { recordConnection, testAccount } from './test-account.ts';
import type { AccountPorts } from './ports.ts';

const TestedId = z.object({ id: z.string() });

export function accountMethods(ports: AccountPorts): CampaignsMethods {
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
function testMethod(ports: AccountPorts): Required<CampaignsMethods>['testSendingAccount'] {
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
      const { smtp, imap, ...result } = test;
      await recordConnection(ports, { account, error: test.error, auth });
      return {
        ...withoutNull(result),
        smtp: withoutNull(smtp),
        imap: imap === null ? undefined : withoutNull(imap),
      };
    },
  });
}

function reply(account: SendingAccount): { account: AccountMessage } {
  return { account: toAccountMessage(account) };
}
