export type { PageMeta, PageRequest } from './gen/common.ts';
