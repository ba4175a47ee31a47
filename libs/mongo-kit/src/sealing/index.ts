export { SEALED_REPLIES, createSealedRecords } from './sealed-records.ts';
export type { SealedFields, SealedRecords } from './sealed-records.ts';
export { createSealer, deriveKey } from './sealer.ts';
export type { Sealer } from './sealer.ts';
