export * from './gen/contacts.ts';
export { SuppressionScope, SuppressionType } from './gen/suppressions.ts';
export type {
  Suppression,
  SuppressionCheck,
  ContactSuppression,
  SuppressionInput,
  SuppressionOutcome,
} from './gen/suppressions.ts';
export { SUPPRESSION_REASONS, SUPPRESSION_SOURCES } from './suppression-reasons.ts';
export type { SuppressionReason } from './suppression-reasons.ts';
export { DedupBehavior, RowStatus } from './gen/bulk.ts';
export type { RowOutcome } from './gen/bulk.ts';
export { ImportStatus } from './gen/imports.ts';
export type {
  CreateImportRequest,
  CreateImportResponse,
  ImportJob,
  ImportRowError,
  ListImportErrorsResponse,
} from './gen/imports.ts';
export { VerificationJobStatus } from './gen/verifications.ts';
export type { CreateVerificationRequest, VerificationJob } from './gen/verifications.ts';
export {
  VERIFICATION_CONTACTS_MAX,
  VERIFICATION_JOB_STATUSES,
  VERIFICATION_RESULTS,
  VerificationJobRecord,
  verificationStates,
} from './verification.ts';
export type { Candidate, ContactFilter } from './gen/candidates.ts';
export { Client, ClientInput, ClientStatus } from './gen/clients.ts';
export { CustomField, CustomFieldInput } from './gen/custom_fields.ts';
export { ColumnMapping, FieldMapping, FieldMappingInput } from './gen/field_mappings.ts';
export type { PreviewFieldMappingRequest, PreviewFieldMappingResponse } from './gen/field_mappings.ts';
export { FILTERS_MAX, FILTER_TEXT_MAX, FILTER_VALUES_MAX } from './filter-limits.ts';
export { Filter, FiltersLogic } from './gen/filters.ts';
export { IcpProfile, IcpRule, ScoreBreakdown } from './gen/icp.ts';
export { Segment, SegmentInput, SegmentType } from './gen/segments.ts';
export { BULK_ROWS_MAX, ContactCreateBody, ContactUpdateBody, toContactInput } from './contact-input.ts';
export type { RetentionLog } from './gen/retention.ts';
export type { EngagementEvent } from './gen/engagement.ts';
export { ENGAGEMENT_EVENT_TYPES, EngagementEventRecord, toEngagementEventRecord } from './engagement.ts';
export type { EngagementEventType } from './engagement.ts';
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
  contactVerified,
  importCompleted,
  ImportJobRecord,
  isErasure,
} from './events.ts';
export { IMPORT_STATUSES, importStates } from './import-states.ts';
export {
  ContactRecord,
  DEPARTMENTS,
  GRADES,
  ICP_TIERS,
  LEAD_SOURCES,
  MAIL_PROVIDERS,
  SENIORITIES,
  toContactRecord,
  VERIFICATION_STATUSES,
} from './record.ts';
export { isFreeMailDomain } from './free-mail.ts';
