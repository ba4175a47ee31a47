export { EMAIL_CHARACTERS_MAX, normaliseDomain, normaliseEmail } from './email.ts';
export { fitsCodePoints, searchTokens, toComparable } from './text.ts';
