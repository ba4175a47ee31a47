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
  contacts: {},
  campaigns: {
    sequences: [],
    campaigns: [],
    enrollments: ['campaigns', 'sequences'],
    'contact-links': ['enrollments'],
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
