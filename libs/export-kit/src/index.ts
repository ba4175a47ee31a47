export { createExports, type Exports, type ExportsConfig } from './create-exports.ts';
export type { ExportJob } from './export-job.ts';
export { requireFormat } from './manage-exports.ts';
export { headerOf, rowsOf } from './rows.ts';
