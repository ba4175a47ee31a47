export * from './gen/contacts.ts';
export { contactErrors } from './errors.ts';
export {
  contactCreated,
  contactDeleted,
  contactEnriched,
  contactEvents,
  contactRestored,
  contactScored,
  contactSuppressed,
  contactUpdated,
  importCompleted,
  ImportJobRecord,
} from './events.ts';
export {
  CompanyRecord,
  ContactRecord,
  DEPARTMENTS,
  GRADES,
  ICP_TIERS,
  LEAD_SOURCES,
  SENIORITIES,
  toContactRecord,
  VERIFICATION_STATUSES,
} from './record.ts';
