export type { ErrorDetail, FieldViolation, PageMeta, PageRequest } from './gen/common.ts';
