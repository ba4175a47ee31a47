export type { PageMeta, PageRequest } from './gen/common.ts';
export { describedBy, enumOf, recordFields, resultsOf } from './record-fields.ts';
export { maskedFields, maskOf } from './field-mask.ts';
