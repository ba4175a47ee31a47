// The features of each service and the features that each of them may import, by its index.ts only. The graph has no
// cycles; a test checks that. A new feature is a line here.

export const featureGraph = {
  auth: {
    scopes: [],
    'audit-log': [],
    'signing-keys': [],
    'refresh-tokens': [],
    workspaces: ['audit-log'],
    users: ['audit-log', 'scopes', 'workspaces'],
    tokens: ['audit-log', 'refresh-tokens', 'signing-keys', 'users'],
    'api-keys': ['audit-log', 'scopes', 'workspaces'],
    onboarding: ['audit-log', 'users', 'workspaces'],
  },
  contacts: {
    agency: ['contact-records'],
    'campaign-links': ['contact-records', 'custom-fields', 'lists', 'suppressions'],
    'contact-records': [],
    contacts: ['agency', 'contact-records', 'custom-fields', 'scoring', 'suppressions'],
    'custom-fields': ['contact-records'],
    enrichment: ['contact-records', 'scoring'],
    erasure: ['agency', 'contact-records', 'suppressions'],
    imports: ['contact-records', 'contacts', 'custom-fields'],
    lists: ['contact-records', 'custom-fields'],
    scoring: ['contact-records', 'lists'],
    segments: ['contact-records', 'lists'],
    suppressions: ['contact-records'],
    timeline: ['contact-records', 'scoring'],
  },
  campaigns: {
    sequences: [],
    campaigns: [],
    enrollments: ['campaigns', 'sequences'],
    'contact-links': ['enrollments'],
    'sending-accounts': [],
  },
  webhooks: {
    catalogue: [],
    events: [],
    sending: [],
    deliveries: ['sending'],
    endpoints: ['deliveries', 'events', 'sending'],
    'delivery-worker': ['deliveries', 'endpoints', 'sending'],
    erasure: ['deliveries', 'endpoints', 'events'],
    'fan-out': ['deliveries', 'delivery-worker', 'endpoints', 'events'],
  },
};
