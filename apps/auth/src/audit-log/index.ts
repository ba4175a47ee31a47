import type { ServiceBase } from '@outreach/app-kit';
import type { AuthFeature } from '../methods/index.ts';
import { createAuditEntryStore } from './audit-entry.store.ts';
import { auditConsumers } from './audit.events.ts';
import { auditLogMethods } from './audit-log.rpc.ts';
import type { Audit } from './ports.ts';
import { createAudit } from './record-audit.ts';

export type { Origin } from './audit-entry.ts';
export { operatorCall } from './operator.admin.ts';
export type { Audit } from './ports.ts';

export interface AuditLog extends AuthFeature {
  readonly audit: Audit;
}

/** The audit log: log-ins and every write on users, keys and workspaces, and the writes that other services record. */
export function createAuditLog({ mongo, cursors, clock, ids }: ServiceBase): AuditLog {
  const entries = createAuditEntryStore(mongo.connection, cursors);
  return {
    name: 'audit-log',
    methods: auditLogMethods(entries),
    consumers: auditConsumers(entries),
    audit: createAudit(entries, { clock, newId: ids }),
  };
}
