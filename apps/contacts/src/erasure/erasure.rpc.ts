import { fromPage, toMeta } from '@outreach/app-kit';
import { NOTHING } from '@outreach/service-kit/rpc';
import { ERASE, type ContactsMethods } from '../methods/index.ts';
import { eraseContact, listRetentionLogs, type EraseContactPorts } from './erase-contact.ts';

export function erasureMethods(
  ports: EraseContactPorts,
): ContactsMethods<'eraseContact' | 'listRetentionLogs'> {
  return {
    eraseContact: {
      scope: ERASE,
      about: NOTHING,
      command: async (ctx, { id, deletion_reason: reason, suppress }) => {
        const log = await eraseContact(ports, ctx, { id, reason: reason ?? null, suppress });
        return { id, retention_log_id: log.id };
      },
    },
    listRetentionLogs: {
      scope: ERASE,
      query: async (_ctx, { page }) => {
        const list = await listRetentionLogs(ports, fromPage(page));
        const retention_logs = list.items.map(({ reason, workspace_id, ...log }) => ({
          ...log,
          reason: reason ?? undefined,
        }));
        return { retention_logs, meta: toMeta(list) };
      },
    },
  };
}
