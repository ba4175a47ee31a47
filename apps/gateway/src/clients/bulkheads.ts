import type { AuthServiceService } from '@outreach/contracts-auth';
import type { CampaignsServiceService } from '@outreach/contracts-campaigns';
import type { ContactsServiceService } from '@outreach/contracts-contacts';
import type { WebhooksServiceService } from '@outreach/contracts-webhooks';
import type { CallContext } from '@outreach/service-kit';
import type { FairPoolLimits } from '@outreach/service-kit/bulkhead';
import type { BulkheadOfMethods } from '@outreach/service-kit/grpc';

const LOG_IN_RESERVE_MS = 500;

/** Concurrent log-ins of one gateway: each one computes argon2 in auth. More wait within their deadline, then 503. */
export const LOG_IN_LIMITS: FairPoolLimits = {
  callCountMax: 16,
  callCountPerOwnerMax: 8,
  waitingCountMax: 512,
  waitingCountPerOwnerMax: 128,
  lateKind: 'unavailable',
};

/** Concurrent log-ins by the identity provider, which may be slow. They have no workspace, so addresses are the owners. */
export const IDENTITY_PROVIDER_LIMITS: FairPoolLimits = {
  callCountMax: 32,
  callCountPerOwnerMax: 4,
  waitingCountMax: 256,
  waitingCountPerOwnerMax: 32,
  lateKind: 'unavailable',
};

/** Concurrent look-ups of credentials that are not cached. */
export const CREDENTIAL_LIMITS: FairPoolLimits = {
  callCountMax: 64,
  callCountPerOwnerMax: 64,
  waitingCountMax: 1_024,
  waitingCountPerOwnerMax: 1_024,
  lateKind: 'unavailable',
};

/** Concurrent readings of changed credentials; requests share one. */
export const CHANGE_LIMITS: FairPoolLimits = {
  callCountMax: 2,
  callCountPerOwnerMax: 2,
  waitingCountMax: 2,
  waitingCountPerOwnerMax: 2,
  lateKind: 'unavailable',
};

/** Concurrent reads of the public keys; the gateway caches them. */
export const SIGNING_KEY_LIMITS: FairPoolLimits = {
  callCountMax: 2,
  callCountPerOwnerMax: 2,
  waitingCountMax: 16,
  waitingCountPerOwnerMax: 16,
  lateKind: 'unavailable',
};

/** Uploads that are open in one gateway. They hold no slot of other calls, and transfer slots only while bytes arrive. */
export const OPEN_UPLOAD_LIMITS: FairPoolLimits = {
  callCountMax: 2_048,
  callCountPerOwnerMax: 512,
  waitingCountMax: 512,
  waitingCountPerOwnerMax: 64,
  lateKind: 'unavailable',
};

/** An upload has 305 s; it waits at most 15 s for others of its workspace, of which silent ones end in that time. */
const UPLOAD_RESERVE_MS = 290_000;

/** Concurrent searches of one gateway. */
export const SEARCH_LIMITS: FairPoolLimits = {
  callCountMax: 64,
  callCountPerOwnerMax: 16,
  waitingCountMax: 512,
  waitingCountPerOwnerMax: 64,
};

/** Concurrent checks of addresses: each one occupies contacts for up to 300 ms. */
export const CHECK_LIMITS: FairPoolLimits = {
  callCountMax: 4,
  callCountPerOwnerMax: 1,
  waitingCountMax: 512,
  waitingCountPerOwnerMax: 64,
};

/** Concurrent reports of sending platforms. They have no workspace, so all platforms are one owner. */
export const PLATFORM_RESULT_LIMITS: FairPoolLimits = {
  callCountMax: 5,
  callCountPerOwnerMax: 5,
  waitingCountMax: 64,
  waitingCountPerOwnerMax: 64,
};

/** Concurrent unsubscribes of one gateway. One that gets no slot in time is stored by the broker. */
export const UNSUBSCRIBE_LIMITS: FairPoolLimits = {
  callCountMax: 16,
  callCountPerOwnerMax: 8,
  waitingCountMax: 1_024,
  waitingCountPerOwnerMax: 256,
  lateKind: 'unavailable',
};

/** Concurrent questions whether a host is a tracking domain. Without a slot in time, the last answer is used. */
export const TRACKING_HOST_LIMITS: FairPoolLimits = {
  callCountMax: 16,
  callCountPerOwnerMax: 16,
  waitingCountMax: 256,
  waitingCountPerOwnerMax: 256,
  lateKind: 'unavailable',
};

/** Concurrent reads of the personal data of contacts. */
export const PERSONAL_DATA_LIMITS: FairPoolLimits = {
  callCountMax: 8,
  callCountPerOwnerMax: 1,
  waitingCountMax: 256,
  waitingCountPerOwnerMax: 16,
};

const PERSONAL_DATA = {
  name: 'personal-data',
  methods: ['readPersonalData'] as const,
  limits: PERSONAL_DATA_LIMITS,
};

export const WEBHOOK_BULKHEADS: readonly BulkheadOfMethods<typeof WebhooksServiceService>[] = [PERSONAL_DATA];

/** Results that platforms report, unsubscribes and hosts of requests: many at once use none of the slots of other calls. */
export const CAMPAIGN_BULKHEADS: readonly BulkheadOfMethods<typeof CampaignsServiceService>[] = [
  {
    name: 'platform-results',
    methods: ['recordPlatformResults'],
    limits: PLATFORM_RESULT_LIMITS,
    failureKinds: ['unavailable', 'internal'],
  },
  { name: 'unsubscribes', methods: ['unsubscribe'], limits: UNSUBSCRIBE_LIMITS },
  {
    name: 'tracking-hosts',
    methods: ['findVerifiedDomain'],
    limits: TRACKING_HOST_LIMITS,
  },
  PERSONAL_DATA,
];

/** Imports, previews, searches and checks of addresses. */
export const CONTACT_BULKHEADS: readonly BulkheadOfMethods<typeof ContactsServiceService>[] = [
  {
    name: 'uploads',
    methods: ['createImport', 'previewFieldMapping'],
    limits: OPEN_UPLOAD_LIMITS,
    reserveMs: UPLOAD_RESERVE_MS,
  },
  {
    name: 'searches',
    methods: ['searchContacts'],
    limits: SEARCH_LIMITS,
    // A search that takes too long is expensive; it does not show that the service is ill.
    failureKinds: ['unavailable', 'internal'],
  },
  { name: 'checks', methods: ['checkSuppressions'], limits: CHECK_LIMITS },
  PERSONAL_DATA,
];

const byAddress = ({ clientAddress }: CallContext): string => clientAddress;

/** Log-ins, credentials and public keys have slots of their own, so that none of them waits for another one. */
export const AUTH_BULKHEADS: readonly BulkheadOfMethods<typeof AuthServiceService>[] = [
  {
    name: 'log-ins',
    methods: ['createToken'],
    limits: LOG_IN_LIMITS,
    ownerOf: byAddress,
    reserveMs: LOG_IN_RESERVE_MS,
  },
  {
    name: 'identity-provider',
    methods: ['startOidcLogIn', 'completeOidcLogIn'],
    limits: IDENTITY_PROVIDER_LIMITS,
    ownerOf: byAddress,
    // A provider that does not answer is no failure of auth.
    failureKinds: ['internal'],
  },
  {
    name: 'credentials',
    methods: ['resolveApiKey', 'resolveUser'],
    limits: CREDENTIAL_LIMITS,
  },
  {
    name: 'credential-changes',
    methods: ['listCredentialChanges'],
    limits: CHANGE_LIMITS,
  },
  { name: 'signing-keys', methods: ['getJwks'], limits: SIGNING_KEY_LIMITS },
];
