export { changedFields } from './changed-fields.ts';
export { bareMessageId, domainOf, normaliseDomain, normaliseEmail } from './email.ts';
export { escapeHtml } from './escape-html.ts';
export { defineStates } from './state-table.ts';
export type { StateTable } from './state-table.ts';
export { fitsCodePoints, searchTerms, searchTokens, toComparable } from './text.ts';
export { freeCopyName } from './copy-name.ts';
export { withoutNull } from './without-null.ts';
