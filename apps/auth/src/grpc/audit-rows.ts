import { fromPage, toMeta } from '@outreach/app-kit';
import type {
  AuditEntry as AuditEntryMessage,
  AuthServiceService,
  ListAuditEntriesRequest,
} from '@outreach/contracts-auth';
import type { RpcTable } from '@outreach/service-kit';
import { listAuditEntries } from '../domain/audit.ts';
import type { AuditEntry } from '../domain/model.ts';
import type { Deps } from '../domain/ports.ts';

/** The rows of the audit log. */
export function auditRows(deps: Deps): Pick<RpcTable<typeof AuthServiceService>, 'listAuditEntries'> {
  return {
    listAuditEntries: {
      scope: ['admin:keys'],
      query: async (_ctx: unknown, { page }: ListAuditEntriesRequest) => {
        const list = await listAuditEntries(deps, fromPage(page));
        return { entries: list.items.map(toMessage), meta: toMeta(list) };
      },
    },
  };
}

function toMessage({ id, at, actor, action, target, ip, request_id }: AuditEntry): AuditEntryMessage {
  return {
    id,
    at,
    actor_type: actor.type,
    actor_id: actor.id ?? undefined,
    action,
    target_type: target.type,
    target_id: target.id,
    ip: ip ?? undefined,
    request_id,
  };
}
