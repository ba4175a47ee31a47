export type { PageMeta, PageRequest } from './gen/common.ts';
export { describedBy, enumOf, recordFields, resultsOf } from './record-fields.ts';
export { recordOf } from './record-of.ts';
export { MAIL_NOT_CONFIGURED } from './shared-errors.ts';
export { maskedFields, maskOf } from './field-mask.ts';
