export { applyChange, isVisiblyDifferent } from './apply-change.ts';
export { blankContact } from './blank-contact.ts';
export { fromContactInput, toContactMessage } from './contact-message.rpc.ts';
export {
  COMPANY_FIELDS,
  requiredFieldsOf,
  TEXT_FIELDS,
  textFieldsOf,
  toRecord,
  withHiddenChange,
  withNextVersion,
  type Contact,
  type ContactChange,
} from './contact.ts';
export { adaptToExisting, TAGS_MAX, toDedupBehavior, type DedupBehavior } from './dedup.ts';
export { refuseWrong } from './refuse-wrong.ts';
export { sha256 } from './sha256.ts';
