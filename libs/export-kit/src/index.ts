export { createExports, type Exports } from './create-exports.ts';
export type { ExportJob } from './export-job.ts';
export { requireFormat } from './manage-exports.ts';
export { headerOf, rowsOf } from './rows.ts';
export type { ExportsConfig } from './export-links.ts';
