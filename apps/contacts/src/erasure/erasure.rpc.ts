import { fromPage, toMeta } from '@outreach/app-kit';
import type { ContactsServiceService } from '@outreach/contracts-contacts';
import type { RpcTable } from '@outreach/service-kit';
import { eraseContact, listRetentionLogs } from './erase-contact.ts';
import type { Deps } from '../domain/ports.ts';
import { ERASE } from '../contact-records/scopes.rpc.ts';

type ErasureRows = Pick<RpcTable<typeof ContactsServiceService>, 'eraseContact' | 'listRetentionLogs'>;

/** The rows of hard deletes. */
export function erasureRows(deps: Deps): ErasureRows {
  return {
    eraseContact: {
      scope: ERASE,
      command: async (ctx, { id, deletion_reason: reason, suppress }) => {
        const log = await eraseContact(deps, ctx, { id, reason: reason ?? null, suppress });
        return { id, retention_log_id: log.id };
      },
    },
    listRetentionLogs: {
      scope: ERASE,
      query: async (_ctx, { page }) => {
        const list = await listRetentionLogs(deps, fromPage(page));
        const retention_logs = list.items.map(({ reason, workspace_id, ...log }) => ({
          ...log,
          reason: reason ?? undefined,
        }));
        return { retention_logs, meta: toMeta(list) };
      },
    },
  };
}
