import type { Clock, NewId } from '@outreach/service-kit';
import { actorOf } from './audit-entry.ts';
import type { Audit, AuditEntryStore } from './ports.ts';

export interface RecordAuditPorts {
  readonly entries: Pick<AuditEntryStore, 'append'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

export function createAudit({ entries, clock, newId }: RecordAuditPorts): Audit {
  return {
    record: async (origin, { action, target, workspaceId, actor }) =>
      entries.append({
        id: newId('aud'),
        workspace_id: workspaceId,
        at: new Date(clock.now()),
        actor: actor ?? actorOf(origin),
        action,
        target,
        count: null,
        ip: origin.clientAddress === '' ? null : origin.clientAddress,
        request_id: origin.requestId,
      }),
  };
}
