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
const templates = join(import.meta.dirname, '..', 'files', 'endpoint');

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
  /** Prefix of its ids. */
  readonly prefix: string;
  readonly exampleId: string;
  /** The list of scopes with which the service reads, as source. */
  readonly scopes: string;
}

/** Adds reading one record by its id, of a new collection, on the whole way from the database to REST. */
export async function endpointGenerator(tree: Tree, options: EndpointOptions): Promise<void> {
  const endpoint = describeEndpoint(tree, options);
  addToProto(tree, endpoint);
  addToService(tree, endpoint);
  addToGateway(tree, endpoint);
  addToTests(tree, endpoint);
  await formatFiles(tree);
}

function describeEndpoint(tree: Tree, options: EndpointOptions): Endpoint {
  const record = spell(options.singular ?? singularOf(options.resource));
  const prefix = options.prefix ?? record.kebab.replaceAll('-', '');
  const service = spell(options.service);
  const backends = readText(tree, backendsPath);
  if (!backends.includes(`readonly ${service.camel}: RpcClient`)) {
    throw new Error(
      `The gateway has no client of ${service.kebab} yet: add one to Backends in ${backendsPath} first.`,
    );
  }
  const home = [scopesPath(service), tablePath(service)].find((path) => tree.exists(path)) ?? '';
  const [, scopes] = /const READ = (\[[^\]]*\]) as const;/.exec(readText(tree, home)) ?? [];
  if (scopes === undefined) {
    throw new Error(`${home} has no list READ of the scopes with which a workspace reads.`);
  }
  const exampleId = `${prefix}_${EXAMPLE_ULID}`;
  return { service, resource: spell(options.resource), record, prefix, exampleId, scopes };
}

const backendsPath = 'apps/gateway/src/clients/backends.ts';
/** A service with several tables has the scopes of all of them in a file of their own. */
const scopesPath = ({ kebab }: Spellings): string => `apps/${kebab}/src/grpc/scopes.ts`;
const tablePath = ({ kebab }: Spellings): string => `apps/${kebab}/src/grpc/${kebab}-service.ts`;

function addToProto(tree: Tree, { service, record }: Endpoint): void {
  const path = `proto/outreach/${service.kebab}/v1/${service.kebab}.proto`;
  const text = readText(tree, path);
  const { pascal } = record;
  if (text.includes(`message ${pascal} {`)) throw new Error(`${path} has a message ${pascal} already.`);
  const timestamp = 'import "google/protobuf/timestamp.proto";\n';
  editFile(tree, path, [
    ...(text.includes(timestamp) ? [] : [after(/^package [^;]*;\n\n/m, `${timestamp}\n`)]),
    addToBlock(
      /\nservice \w+ \{/,
      /\}/,
      `  rpc Get${pascal}(Get${pascal}Request) returns (Get${pascal}Response);`,
    ),
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

function addToService(tree: Tree, { service, resource, record, ...endpoint }: Endpoint): void {
  const app = `apps/${service.kebab}`;
  refuseExisting(tree, `${app}/src/domain/${record.kebab}.ts`);
  generateFiles(tree, join(templates, 'app'), app, variablesOf({ service, resource, record, ...endpoint }));
  const port = `/** ${plural(resource)} of the current call's workspace. */
export interface ${record.pascal}Store {
  findById(id: string): Promise<${record.pascal} | undefined>;
}\n\n`;
  editFile(tree, `${app}/src/domain/ports.ts`, [
    addImport(`type { ${record.pascal} }`, `./${record.kebab}.ts`),
    before(/(\/\*\*[^*]*\*\/\n)?export interface Deps \{/, port),
    addToBlock(/export interface Deps \{/, /\}/, `  readonly ${resource.camel}: ${record.pascal}Store;`),
  ]);
  const query = `async (_ctx, { id }) => ({ ${record.snake}: await get${record.pascal}(deps, id) })`;
  editFile(tree, tablePath(service), [
    addImport(`{ get${record.pascal} }`, `../domain/get-${record.kebab}.ts`),
    addToBlock(/bindRpc\(\w+, \{/, / {2}\}\);/, `get${record.pascal}: { scope: READ, query: ${query} },`),
  ]);
  editFile(tree, `${app}/src/app.ts`, [
    addImport(`{ create${record.pascal}Store }`, `./store/${record.kebab}-store.ts`),
    before(
      / +(events: base\.events|\.\.\.effects\(base\)),/,
      `${resource.camel}: create${record.pascal}Store(base.mongo.connection),\n`,
    ),
  ]);
}

const plural = ({ words }: Spellings): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

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

const kitTestPath = 'tests/kits/grpc.test.ts';

/** Tests that know every method by name: stand-ins for services, and the client made from proto files alone. */
function addToTests(tree: Tree, { service, record, exampleId, scopes }: Endpoint): void {
  const reply = `{ ${record.snake}: { id, workspace_id: WORKSPACE, created_at: at } }`;
  const ownFake = `apps/gateway/test/fake-${service.kebab}.ts`;
  editFile(tree, tree.exists(ownFake) ? ownFake : 'apps/gateway/test/fake-backends.ts', [
    addToBlock(
      new RegExp(`const fake${service.pascal}: Backends\\['${service.camel}'\\] = \\{`),
      /\};/,
      `get${record.pascal}: async (_ctx, { id }) => (${reply}),`,
    ),
  ]);
  const kitTable = `bindRpc(${service.pascal}ServiceService, {`;
  if (readText(tree, kitTestPath).includes(kitTable)) {
    editFile(tree, kitTestPath, [
      addToBlock(
        /bindRpc\(\w+ServiceService, \{/,
        / {6}\}\),/,
        `get${record.pascal}: { scope: ${scopes}, query: unused },`,
      ),
    ]);
  }
  editFile(tree, 'tests/e2e/independent-client.test.ts', [
    before(
      / {2}it\('has now called every method/,
      `it('reads ${withArticle(record.words)} by its id', async () => {
        const unknown = rpc('${service.kebab}.Get${record.pascal}', { id: '${exampleId}' });
        await expect(unknown).rejects.toMatchObject(NOT_FOUND);
      });\n\n`,
    ),
  ]);
  editFile(tree, `apps/${service.kebab}/README.md`, [appendMethod(`Get${record.pascal}`)]);
}

/** The list of methods begins after a colon and ends with its sentence. */
const appendMethod = (name: string): Edit =>
  replaceFirst(/(## RPCs\n\n[^:]*:[^.]*)\./, (_match, [methods = '']) => `${methods}, ${name}.`);

function variablesOf({
  service,
  resource,
  record,
  prefix,
  exampleId,
  scopes,
}: Endpoint): Record<string, string> {
  const article = withArticle(record.words);
  const [, firstScope = ''] = /'([^']+)'/.exec(scopes) ?? [];
  return {
    service: service.kebab,
    Service: service.pascal,
    record: record.kebab,
    Record: record.pascal,
    variable: record.camel,
    member: record.snake,
    words: record.words,
    article,
    Article: `${article.charAt(0).toUpperCase()}${article.slice(1)}`,
    resources: resource.camel,
    resourceFile: resource.kebab,
    collection: resource.snake,
    prefix,
    exampleId,
    scopes,
    firstScope,
  };
}
