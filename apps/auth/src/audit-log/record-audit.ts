import type { Clock, NewId } from '@outreach/service-kit';
import { actorOf, targetTypeOf } from './audit-entry.ts';
import type { Audit, AuditEntryStore } from './ports.ts';

export function createAudit(
  entries: AuditEntryStore,
  { clock, newId }: { readonly clock: Clock; readonly newId: NewId },
): Audit {
  return {
    record: async (origin, action, { id, workspace_id, actor }) =>
      entries.append({
        id: newId('aud'),
        workspace_id,
        at: new Date(clock.now()),
        actor: actor ?? actorOf(origin),
        action,
        target: { type: targetTypeOf(action), id },
        count: null,
        ip: origin.clientAddress === '' ? null : origin.clientAddress,
        request_id: origin.requestId,
      }),
  };
}
