export { applyChange, isVisiblyDifferent } from './apply-change.ts';
export { blankContact } from './blank-contact.ts';
export { fromContactInput, toContactMessage } from './contact-message.rpc.ts';
export {
  COMPANY_FIELDS,
  requiredFieldsOf,
  TEXT_FIELDS,
  textFieldsOf,
  toRecord,
  type Contact,
  type ContactChange,
} from './contact.ts';
export { fromDedupMessage, toDedupMessage } from './dedup-message.rpc.ts';
export { adaptToExisting, DEDUP_BEHAVIORS, TAGS_MAX, type DedupBehavior } from './dedup.ts';
export { refuseWrong } from './refuse-wrong.ts';
export { sha256 } from './sha256.ts';
