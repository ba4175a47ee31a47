export { createExports, type ExportReads, type Exports, type ExportsConfig } from './create-exports.ts';
export type { ExportContent, ExportJob } from './export-job.ts';
export { requireFormat } from './manage-exports.ts';
export type { ExportPage, ExportSource } from './ports.ts';
export { headerOf, rowsOf, type ExportRow } from './rows.ts';
