import { fromPage, toMeta } from '@outreach/app-kit';
import type { AuditEntry as AuditEntryMessage } from '@outreach/contracts-auth/gen/auth.ts';
import type { AuthMethods } from '../methods/index.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { AuditEntryStore } from './ports.ts';

export function auditLogMethods(entries: Pick<AuditEntryStore, 'list'>): AuthMethods {
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

function toMessage({ id, at, actor, action, target, count, ip, request_id }: AuditEntry): AuditEntryMessage {
  return {
    id,
    at,
    actor_type: actor.type,
    actor_id: actor.id ?? undefined,
    action,
    target_type: target.type,
    target_id: target.id ?? undefined,
    ip: ip ?? undefined,
    request_id,
    count: count ?? undefined,
  };
}
