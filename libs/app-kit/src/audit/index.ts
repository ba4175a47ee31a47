export { onRequested } from './audit-rules.ts';
export type { AuditTable } from './audit-rules.ts';
