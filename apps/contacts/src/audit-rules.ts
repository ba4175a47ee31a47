import { onRequested, type AuditTable } from '@outreach/app-kit/audit';
import type { ContactsServiceService } from '@outreach/contracts-contacts';

const ONE_CONTACT = { none: 'a change of one contact is in its timeline' };
const SETTINGS = { none: 'the audit log leaves fields, clients and mappings out' };
const BY_SERVICE = { none: 'another service calls it' };

/** What the audit log records of this service. */
export const auditRules: AuditTable<typeof ContactsServiceService> = {
  createContact: ONE_CONTACT,
  updateContact: ONE_CONTACT,
  deleteContact: ONE_CONTACT,
  restoreContact: ONE_CONTACT,
  changeTags: ONE_CONTACT,
  enrichContact: ONE_CONTACT,
  verifyContact: ONE_CONTACT,
  eraseContact: onRequested('contact.erased', 'contact'),
  bulkUpsertContacts: {
    action: 'contact.bulk_upserted',
    target: 'contact',
    id: () => null,
    count: ({ outcomes }) => outcomes.length,
  },
  createImport: { action: 'import.created', target: 'import', id: ({ job }) => job?.id },
  startExport: { action: 'export.created', target: 'export', id: ({ export: job }) => job?.id },
  cancelImport: onRequested('import.canceled', 'import'),
  previewFieldMapping: { none: 'it changes nothing' },
  createVerification: { none: 'a check changes no setting' },
  cancelVerification: { none: 'a check changes no setting' },
  createSuppression: {
    action: 'suppression.created',
    target: 'suppression',
    id: ({ suppression }) => suppression?.id,
  },
  deleteSuppression: onRequested('suppression.deleted', 'suppression'),
  bulkCreateSuppressions: {
    action: 'suppression.bulk_created',
    target: 'suppression',
    id: () => null,
    count: ({ outcomes }) => outcomes.length,
  },
  createCustomField: SETTINGS,
  updateCustomField: SETTINGS,
  deleteCustomField: SETTINGS,
  createClient: SETTINGS,
  updateClient: SETTINGS,
  deleteClient: SETTINGS,
  createFieldMapping: SETTINGS,
  updateFieldMapping: SETTINGS,
  deleteFieldMapping: SETTINGS,
  createSegment: { action: 'segment.created', target: 'segment', id: ({ segment }) => segment?.id },
  updateSegment: onRequested('segment.updated', 'segment'),
  deleteSegment: onRequested('segment.deleted', 'segment'),
  refreshSegment: onRequested('segment.refreshed', 'segment'),
  setIcpProfile: { action: 'icp_profile.updated', target: 'icp_profile', id: () => null },
  registerCampaign: BY_SERVICE,
  releaseCampaign: BY_SERVICE,
  suppressContacts: BY_SERVICE,
};
