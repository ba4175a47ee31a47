import { fromPage, toMeta } from '@outreach/app-kit';
import type { AuthServiceService } from '@outreach/contracts-auth';
import type { AuditEntry as AuditEntryMessage } from '@outreach/contracts-auth/gen/auth.ts';
import type { MethodsOf } from '@outreach/service-kit/rpc';
import type { AuditEntry } from './audit-entry.ts';
import type { AuditEntryStore } from './ports.ts';

export type AuditLogMethods = MethodsOf<typeof AuthServiceService, 'listAuditEntries'>;

export function auditLogMethods(entries: Pick<AuditEntryStore, 'list'>): AuditLogMethods {
  return {
    listAuditEntries: {
      scope: ['admin:keys'],
      query: async (_ctx, { page }) => {
        const list = await entries.list(fromPage(page));
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
