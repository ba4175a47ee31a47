export { fitsCodePoints } from './code-points.ts';
export type { ErrorDetail, FieldViolation, PageMeta, PageRequest } from './gen/common.ts';
