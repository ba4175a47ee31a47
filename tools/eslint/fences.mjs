// Import fences inside packages: the vendor libraries, suffixes and features that a file may import.
// ESLint replaces the options of a rule instead of merging them, so each zone lists all its fences.

import { eventsOnly, kitGraph } from './call-graph.mjs';
import { featureGraph } from './feature-graph.mjs';

const vendorFences = [
  {
    regex: '^(@grpc/|opossum$|grpc-health-check$)',
    zones: ['kit:service-kit'],
    message: 'gRPC and the breaker belong to @outreach/service-kit.',
  },
  { regex: '^nats$', zones: ['kit:event-bus'], message: 'NATS belongs to @outreach/event-bus.' },
  {
    regex: '^(mongoose|mongodb)$',
    zones: ['kit:mongo-kit', 'kit:event-bus', 'kit:job-kit', 'kit:export-kit', 'app:store'],
    message: 'MongoDB belongs to @outreach/mongo-kit and to .store.ts files.',
  },
  {
    regex: '^(redis$|@redis/)',
    zones: ['gateway:store'],
    message: "Redis belongs to the gateway's .store.ts files.",
  },
  {
    regex: '^(express|compression)$',
    zones: ['kit:http-kit', 'gateway'],
    message: 'HTTP serving belongs to @outreach/http-kit and the gateway.',
  },
];

/** The suffixes that name a layer; a file without one is domain code. */
const SUFFIXES = ['store', 'rpc', 'events', 'job', 'admin', 'client'];
const anyOf = (suffixes) => String.raw`\.(${suffixes.join('|')})\.ts$`;

const joinerFence = {
  regex: String.raw`^\.{1,2}/(.*/)?(app|main|admin)\.ts$`,
  message: 'Only main.ts and admin.ts import app.ts, and nothing imports those two.',
};
const ownIndexFence = {
  regex: String.raw`^\./index\.ts$`,
  message: 'index.ts joins the files of its feature; they do not import it.',
};
const storeFence = {
  regex: anyOf(['store']),
  message: 'Methods, consumers, jobs and commands use ports; only index.ts joins them with stores.',
};
const layerFence = {
  regex: anyOf(['rpc', 'events', 'job', 'admin']),
  message: 'Only index.ts imports methods, consumers, jobs and commands.',
};
const domainFences = [
  {
    regex: anyOf(SUFFIXES),
    message: 'Domain imports domain: declare a port in ports.ts.',
  },
  {
    regex: String.raw`^\.{1,2}/(.*/)?config\.ts$`,
    message: 'Domain takes its limits as arguments or constants.',
  },
  {
    regex:
      '^@outreach/(?!errors$|values$|event-schema$|contracts-|service-kit(?:/bulkhead)?$|outbound-kit/retry-schedule$)',
    message: 'Domain imports errors, values, event schemas, contracts and the retry schedule only.',
  },
  {
    regex: '^@outreach/service-kit(?:/bulkhead)?$',
    allowTypeImports: true,
    message: 'Domain may name the types of the service kit, but effects come in as ports.',
  },
  {
    regex: '^node:(?!(crypto|util|buffer|assert|url|zlib|querystring|punycode)$)',
    message: 'Domain does no I/O: declare a port in ports.ts.',
  },
  {
    regex: '^(pino|undici|prom-client|nodemailer|imapflow)$',
    message: 'Domain does no I/O: declare a port.',
  },
  {
    regex: '^node:crypto$',
    importNamePattern: '^random',
    message: 'Randomness is passed in, so that a test can fix it.',
  },
];

const rpcNames = '(Client|ClientImpl|ServiceService|Server|Definition)$';

function callFences(app) {
  const services = eventsOnly[app] ?? [];
  return services.map((service) => ({
    regex: `^@outreach/contracts-${service}$`,
    importNamePattern: rpcNames,
    message: `${app} knows the events of ${service}, not its RPCs.`,
  }));
}

function kitFences(kit) {
  const allowed = kitGraph[kit];
  if (allowed === undefined) return [];
  const names = Object.keys(kitGraph).filter((name) => name !== kit && !allowed.includes(name));
  const regex = `^@outreach/(${[...names, 'testing'].join('|')})$`;
  return [{ regex, message: `${kit} may import only: ${allowed.join(', ') || 'no other kit'}.` }];
}

const imports = (patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] });
const vendors = (...zones) =>
  vendorFences
    .filter((fence) => !fence.zones.some((zone) => zones.includes(zone)))
    .map(({ regex, message }) => ({ regex, message }));

/** Another feature is imported by its index.ts, and only along an edge of the graph. */
function featureFences(app, feature) {
  const graph = featureGraph[app] ?? {};
  const allowed = graph[feature] ?? [];
  const forbidden = Object.keys(graph).filter((name) => name !== feature && !allowed.includes(name));
  return [
    ...(forbidden.length === 0
      ? []
      : [
          {
            regex: String.raw`^(\.\./)+(${forbidden.join('|')})/`,
            message: `${feature} may import the features: ${allowed.join(', ') || 'none'} (feature-graph.mjs).`,
          },
        ]),
    ...(allowed.length === 0
      ? []
      : [
          {
            regex: String.raw`^(\.\./)+(${allowed.join('|')})/(?!index\.ts$)`,
            message: 'A feature is imported by its index.ts.',
          },
        ]),
  ];
}

/** The files without a layer suffix: a name with no second dot. */
const DOMAIN_FILES = '**/+([a-z0-9-]).ts';

function layerBlocks(app, folder, shared) {
  const at = (...globs) => globs.map((glob) => `apps/${app}/src/${folder}/${glob}`);
  const own = [...shared, ...callFences(app), joinerFence];
  const others = [...vendors(), ...own];
  return [
    { files: at(DOMAIN_FILES), rules: imports([...others, ...domainFences, ownIndexFence]) },
    {
      files: at('**/*.store.ts'),
      rules: imports([...vendors('app:store', `${app}:store`), ...own, layerFence, ownIndexFence]),
    },
    {
      files: at('**/*.{rpc,events,job,admin,client}.ts'),
      rules: imports([...others, storeFence, ownIndexFence]),
    },
    { files: at('**/index.ts'), rules: imports(others) },
  ];
}

const serviceBlocks = Object.entries(featureGraph).flatMap(([app, features]) => [
  { files: [`apps/${app}/src/*.ts`], rules: imports([...vendors(), ...callFences(app)]) },
  // A folder that the graph does not name is a feature that may import no other.
  ...layerBlocks(app, '*', featureFences(app, '')),
  ...Object.keys(features).flatMap((feature) => layerBlocks(app, feature, featureFences(app, feature))),
]);

const gatewayBlocks = [
  { files: ['apps/gateway/src/**/*.ts'], rules: imports([...vendors('gateway')]) },
  { files: ['apps/gateway/src/*/**/*.ts'], rules: imports([...vendors('gateway'), joinerFence]) },
  {
    files: ['apps/gateway/src/{credentials,rate-limits}/**/+([a-z0-9-]).ts'],
    rules: imports([...vendors('gateway'), joinerFence, ...domainFences]),
  },
  {
    files: ['apps/gateway/src/**/*.store.ts'],
    rules: imports([...vendors('gateway', 'gateway:store'), joinerFence]),
  },
  {
    files: ['apps/gateway/src/{credentials,rate-limits}/**/index.ts'],
    rules: imports([...vendors('gateway'), joinerFence]),
  },
];

const kitBlocks = Object.keys(kitGraph).map((kit) => ({
  files: [`libs/${kit}/src/**/*.ts`],
  rules: imports([...vendors(`kit:${kit}`), ...kitFences(kit)]),
}));

/** Kit files that domain code may import: as pure as domain itself. */
export const pureFiles = ['libs/outbound-kit/src/retry-schedule.ts', 'libs/values/src/**/*.ts'];
const pureBlock = {
  files: pureFiles,
  rules: imports([
    {
      regex: String.raw`^(?!\./|node:url$)`,
      message: 'Domain code imports this file: it has no dependencies.',
    },
  ]),
};

/** ESLint blocks for imports, from the general to the particular. Test files are exempt. */
export const importFences = [...serviceBlocks, ...gatewayBlocks, ...kitBlocks, pureBlock];
