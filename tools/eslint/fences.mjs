// The fences inside packages: which vendor libraries, folders and globals a piece of the tree may use.
// ESLint replaces a rule's options instead of merging them, so each zone is given its whole list.

import { callGraph, eventsOnly, kitGraph } from './call-graph.mjs';

const vendorFences = [
  {
    regex: '^(@grpc/|opossum$|grpc-health-check$)',
    zones: ['kit:service-kit'],
    message: 'gRPC and the breaker belong to @outreach/service-kit.',
  },
  { regex: '^nats$', zones: ['kit:event-bus'], message: 'NATS belongs to @outreach/event-bus.' },
  {
    regex: '^(mongoose|mongodb)$',
    zones: ['kit:mongo-kit', 'kit:event-bus', 'app:store'],
    message: 'MongoDB belongs to @outreach/mongo-kit and to the store folder of an app.',
  },
  {
    regex: '^(redis$|@redis/)',
    zones: ['gateway:store'],
    message: "Redis belongs to the gateway's store folder.",
  },
  {
    regex: '^(express|helmet|compression)$',
    zones: ['kit:http-kit', 'gateway'],
    message: 'HTTP serving belongs to @outreach/http-kit and the gateway.',
  },
];

const layers = '(store|grpc|events|jobs|http|clients|routes)';
const storeFence = {
  regex: String.raw`^\.{1,2}/(.*/)?store/`,
  message: 'grpc, events and jobs use the ports of domain; only app.ts joins them with store.',
};
const joinerFence = {
  regex: String.raw`^\.{1,2}/(.*/)?(app|main)\.ts$`,
  message: 'Only main.ts imports app.ts, and nothing imports main.ts.',
};
const domainFences = [
  {
    regex: String.raw`^\.{1,2}/(.*/)?${layers}/`,
    message: 'Domain imports domain: declare a port in ports.ts.',
  },
  {
    regex: String.raw`^\.{1,2}/(.*/)?config\.ts$`,
    message: 'Domain takes its limits as arguments or constants.',
  },
  {
    regex: String.raw`^\.{1,2}/(.*/)?in-workspace\.ts$`,
    message: 'Domain works within the call that it is called in.',
  },
  {
    regex: '^@outreach/(?!errors$|event-schema$|contracts-|service-kit$|outbound-kit/retry-schedule$)',
    message: 'Domain imports errors, event schemas, contracts and the formula of retries only.',
  },
  {
    regex: '^@outreach/service-kit$',
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

const appBlocks = Object.keys(callGraph).flatMap((app) => {
  const at = (...globs) => globs.map((glob) => `apps/${app}/src/${glob}`);
  const own = [...vendors(...(app === 'gateway' ? ['gateway'] : [])), ...callFences(app)];
  const ownInStore = [...vendors('app:store', `${app}:store`), ...callFences(app)];
  return [
    { files: at('**/*.ts'), rules: imports(own) },
    { files: at('*/**/*.ts'), rules: imports([...own, joinerFence]) },
    {
      files: at('{grpc,events,jobs,http,routes,clients}/**/*.ts'),
      rules: imports([...own, joinerFence, storeFence]),
    },
    { files: at('store/**/*.ts'), rules: imports([...ownInStore, joinerFence]) },
    { files: at('domain/**/*.ts'), rules: imports([...own, joinerFence, ...domainFences]) },
  ];
});

const kitBlocks = Object.keys(kitGraph).map((kit) => ({
  files: [`libs/${kit}/src/**/*.ts`],
  rules: imports([...vendors(`kit:${kit}`), ...kitFences(kit)]),
}));

/** Kit files that domain code may import: as pure as domain itself. */
export const pureFiles = ['libs/outbound-kit/src/retry-schedule.ts'];
const pureBlock = {
  files: pureFiles,
  rules: imports([{ regex: '.', message: 'Domain code imports this file: it imports nothing.' }]),
};

/** ESLint blocks for imports, from the general to the particular; test files are free of them. */
export const importFences = [...appBlocks, ...kitBlocks, pureBlock];
