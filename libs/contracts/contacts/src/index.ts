export { contactErrors } from './errors.ts';
export { isFreeMailDomain } from './free-mail.ts';
export { ContactsServiceService } from './gen/contacts.ts';
export { IMPORT_STATUSES, importStates } from './import-states.ts';
export {
  ContactRecord,
  DEPARTMENTS,
  GRADES,
  ICP_TIERS,
  LEAD_SOURCES,
  MAIL_PROVIDERS,
  SENIORITIES,
  VERIFICATION_STATUSES,
  toContactRecord,
} from './record.ts';
