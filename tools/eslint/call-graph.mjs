// The contracts that each service may import. Change this file when a service starts to call another one, and
// explain the change in an ADR. Lint derives all its rules between packages from these tables.

/** App → the services whose contracts it may import, apart from its own. */
export const callGraph = {
  gateway: ['auth', 'contacts', 'campaigns', 'webhooks'],
  auth: [],
  contacts: ['campaigns'],
  campaigns: ['contacts'],
  webhooks: ['auth', 'contacts', 'campaigns'],
};

/** Apps that may use another service's events but never its RPCs. */
export const eventsOnly = {
  contacts: ['campaigns'],
  webhooks: ['auth', 'contacts', 'campaigns'],
};

/** Kit → the kits it may import. `testing` may import them all. */
export const kitGraph = {
  errors: [],
  'event-schema': ['errors'],
  'service-kit': ['errors', 'event-schema'],
  'mongo-kit': ['errors', 'event-schema', 'service-kit'],
  'job-kit': ['service-kit', 'mongo-kit'],
  'event-bus': ['errors', 'event-schema', 'service-kit', 'mongo-kit', 'job-kit'],
  'app-kit': ['errors', 'event-schema', 'service-kit', 'mongo-kit', 'job-kit', 'event-bus'],
  'export-kit': ['errors', 'event-schema', 'service-kit', 'mongo-kit', 'job-kit', 'app-kit'],
  'http-kit': ['errors', 'service-kit', 'values'],
  values: [],
  'outbound-kit': [],
  'system-mail': ['errors', 'service-kit'],
};

const contractScopes = {
  auth: [],
  contacts: [],
  campaigns: [],
  webhooks: callGraph.webhooks,
};

const scope = (name) => `scope:${name}`;
const reach = (own, others) => [scope('shared'), scope(own), ...others.map(scope)];

/** The constraints of @nx/enforce-module-boundaries. */
export const depConstraints = [
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:kit', 'type:contract'] },
  ...Object.entries(callGraph).map(([app, called]) => ({
    allSourceTags: ['type:app', scope(app)],
    onlyDependOnLibsWithTags: reach(app, called),
  })),
  { sourceTag: 'type:console', onlyDependOnLibsWithTags: ['type:client'] },
  { sourceTag: 'type:contract', onlyDependOnLibsWithTags: ['type:kit', 'type:contract'] },
  ...Object.entries(contractScopes).map(([service, others]) => ({
    allSourceTags: ['type:contract', scope(service)],
    onlyDependOnLibsWithTags: reach(service, others),
  })),
  { sourceTag: 'type:kit', onlyDependOnLibsWithTags: ['type:kit', 'type:contract'] },
  { sourceTag: 'type:kit', onlyDependOnLibsWithTags: [scope('shared')] },
  // The client is a package of its own: it has only the types of the OpenAPI document.
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:cli', onlyDependOnLibsWithTags: ['type:client'] },
  { sourceTag: 'type:console', onlyDependOnLibsWithTags: ['type:client'] },
  {
    sourceTag: 'type:test',
    onlyDependOnLibsWithTags: ['type:kit', 'type:contract', 'type:tool', 'type:test', 'type:client'],
  },
  {
    sourceTag: 'type:tool',
    onlyDependOnLibsWithTags: ['type:kit', 'type:contract', 'type:tool', 'type:app', 'type:client'],
  },
];
