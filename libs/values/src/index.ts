export { changedFields } from './changed-fields.ts';
export { EMAIL_CHARACTERS_MAX, normaliseDomain, normaliseEmail } from './email.ts';
export { defineStates } from './state-table.ts';
export type { StateTable, Transitions } from './state-table.ts';
export { fitsCodePoints, searchTokens, toComparable } from './text.ts';
export { freeCopyName } from './copy-name.ts';
export type { CopyNameOptions } from './copy-name.ts';
