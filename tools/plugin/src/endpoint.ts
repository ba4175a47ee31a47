import { formatFiles, generateFiles, type Tree } from '@nx/devkit';
import { join } from 'node:path';
import {
  addImport,
  addToBlock,
  after,
  before,
  editFile,
  readText,
  refuseExisting,
  replaceFirst,
  type Edit,
} from './edit-file.ts';
import { singularOf, spell, withArticle, type Spellings } from './naming.ts';

const EXAMPLE_ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y2';
const BACKENDS = 'apps/gateway/src/clients/backends.ts';
const templates = join(import.meta.dirname, '..', 'files', 'endpoint');

/** Scopes with which the resources of a service are read; a new service needs an entry. */
const READ_SCOPES: Readonly<Record<string, string>> = {
  contacts: "['contacts:read', 'contacts:write']",
  campaigns: "['campaigns:read']",
  webhooks: "['webhooks:read']",
  auth: "['admin:keys']",
};

export interface EndpointOptions {
  readonly service: string;
  readonly resource: string;
  readonly method?: 'get';
  readonly singular?: string;
  readonly prefix?: string;
}

interface Endpoint {
  readonly service: Spellings;
  readonly resource: Spellings;
  readonly record: Spellings;
  /** Prefix of the ids. */
  readonly prefix: string;
  readonly exampleId: string;
  /** The scopes of reads, as source text. */
  readonly scopes: string;
}

/** Adds a feature with one method, which reads a record by its id, from the database to REST. */
export async function endpointGenerator(tree: Tree, options: EndpointOptions): Promise<void> {
  const endpoint = describeEndpoint(tree, options);
  addToProto(tree, endpoint);
  addToService(tree, endpoint);
  addToGateway(tree, endpoint);
  await formatFiles(tree);
}

function describeEndpoint(tree: Tree, options: EndpointOptions): Endpoint {
  const record = spell(options.singular ?? singularOf(options.resource));
  const prefix = options.prefix ?? record.kebab.replaceAll('-', '');
  const service = spell(options.service);
  const scopes = READ_SCOPES[service.kebab];
  if (!readText(tree, BACKENDS).includes(`readonly ${service.camel}: RpcClient`) || scopes === undefined) {
    throw new Error(
      `The gateway has no client of ${service.kebab} yet: add it to Backends in ${BACKENDS} first.`,
    );
  }
  const exampleId = `${prefix}_${EXAMPLE_ULID}`;
  return { service, resource: spell(options.resource), record, prefix, exampleId, scopes };
}

function addToProto(tree: Tree, { service, record }: Endpoint): void {
  const path = `proto/outreach/${service.kebab}/v1/${service.kebab}.proto`;
  const text = readText(tree, path);
  const { pascal } = record;
  if (text.includes(`message ${pascal} {`)) throw new Error(`${path} already has a message ${pascal}.`);
  const timestamp = 'import "google/protobuf/timestamp.proto";\n';
  const method = `  rpc Get${pascal}(Get${pascal}Request) returns (Get${pascal}Response) {
    option idempotency_level = NO_SIDE_EFFECTS;
  }`;
  editFile(tree, path, [
    ...(text.includes(timestamp) ? [] : [after(/^package [^;]*;\n\n/m, `${timestamp}\n`)]),
    addToBlock(/\nservice \w+ \{/, /\}/, method),
    after(/[^\n]\n*$/, messagesOf(record)),
  ]);
}

const messagesOf = ({ pascal, snake }: Spellings): string => `
message ${pascal} {
  string id = 1;
  string workspace_id = 2;
  google.protobuf.Timestamp created_at = 3;
}

message Get${pascal}Request {
  string id = 1;
}

message Get${pascal}Response {
  ${pascal} ${snake} = 1;
}
`;

function addToService(tree: Tree, endpoint: Endpoint): void {
  const { service, resource } = endpoint;
  const app = `apps/${service.kebab}`;
  const folder = `${app}/src/${resource.kebab}`;
  refuseExisting(tree, `${folder}/index.ts`);
  generateFiles(tree, join(templates, 'feature'), folder, variablesOf(endpoint));
  generateFiles(tree, join(templates, 'test'), `${app}/test`, variablesOf(endpoint));
  editFile(tree, `${app}/src/app.ts`, [
    addImport(`{ create${resource.pascal} }`, `./${resource.kebab}/index.ts`),
    replaceFirst(/return \[/, (match) => `${match}create${resource.pascal}(base), `),
  ]);
  editFile(tree, 'tools/eslint/feature-graph.mjs', [
    addToBlock(new RegExp(`\\n {2}${service.kebab}: \\{`), / {2}\},/, `    '${resource.kebab}': [],`),
  ]);
  editFile(tree, `${app}/README.md`, [appendMethod(`Get${endpoint.record.pascal}`)]);
}

function addToGateway(tree: Tree, endpoint: Endpoint): void {
  const { resource, record } = endpoint;
  const routes = 'apps/gateway/src/routes';
  refuseExisting(tree, `${routes}/${resource.kebab}.ts`);
  generateFiles(tree, join(templates, 'gateway'), routes, variablesOf(endpoint));
  editFile(tree, `${routes}/index.ts`, [
    addImport(`{ ${record.camel}Routes }`, `./${resource.kebab}.ts`),
    before(/ +\.\.\.systemRoutes,/, `...${record.camel}Routes,\n`),
  ]);
}

/** The first paragraph of the section about RPCs ends with the new method. */
const appendMethod = (name: string): Edit =>
  replaceFirst(
    /(## RPCs\n\n(?:.+\n)+)/,
    (_match, [paragraph = '']) => `${paragraph.trimEnd()} ${name} reads one record.\n`,
  );

function variablesOf(endpoint: Endpoint): Record<string, string> {
  const { service, resource, record, prefix, exampleId, scopes } = endpoint;
  const article = withArticle(record.words);
  const [, firstScope = ''] = /'([^']+)'/.exec(scopes) ?? [];
  return {
    service: service.kebab,
    serviceVariable: service.camel,
    Service: service.pascal,
    record: record.kebab,
    Record: record.pascal,
    variable: record.camel,
    field: record.snake,
    words: record.words,
    article,
    Article: capitalize(article),
    Feature: resource.pascal,
    resources: resource.camel,
    Resources: capitalize(resource.words),
    resourceFile: resource.kebab,
    collection: resource.snake,
    prefix,
    exampleId,
    scopes,
    firstScope,
  };
}

const capitalize = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
