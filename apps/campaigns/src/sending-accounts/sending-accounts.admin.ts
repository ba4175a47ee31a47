import type { CommandInput, CommandTable, ServiceBase } from '@outreach/app-kit';
import { changeStatus, type StatusChange } from './manage-accounts.ts';
import { toRecord } from './view.ts';
import type { AccountPorts } from './ports.ts';

/** The suspension of accounts is for the operator alone: no request of a customer ends it. */
export function accountCommands(
  ports: AccountPorts,
  { inWorkspace, units }: Pick<ServiceBase, 'inWorkspace' | 'units'>,
): CommandTable {
  const change = async ({ flags }: CommandInput, status: StatusChange): Promise<object> => {
    const { workspace: workspaceId = '', id = '' } = flags;
    const account = await inWorkspace({ workspaceId }, async () =>
      units.unitOfWork(async () => changeStatus(ports, id, status)),
    );
    return { sending_account: toRecord(account) };
  };
  return {
    'sending-account suspend': {
      usage: 'sending-account suspend --workspace ID --id ID [--reason TEXT]',
      required: ['workspace', 'id'],
      optional: ['reason'],
      run: async (input) => {
        const { reason = 'Suspended by the operator.' } = input.flags;
        return change(input, { operation: 'suspend', reason });
      },
    },
    'sending-account reinstate': {
      usage: 'sending-account reinstate --workspace ID --id ID',
      required: ['workspace', 'id'],
      run: async (input) => change(input, { operation: 'reinstate' }),
    },
  };
}
