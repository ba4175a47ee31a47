export { onRequested } from './audit-rules.ts';
export type { AuditRule, AuditTable } from './audit-rules.ts';
