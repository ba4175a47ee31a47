import { gatewayDocument } from '../src/routes/index.ts';
import type { GatewayRoute } from '../src/routes/index.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly requestBody?: Schema;
  readonly responses: Readonly<Record<string, Schema>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const document: Document = JSON.parse(JSON.stringify(gatewayDocument()));

export type FieldPath = readonly (string | number)[];

/** Paths of all scalar fields of the route's body, also in lists and nested objects. */
export function scalarFields(route: GatewayRoute): FieldPath[] {
  return scalarsOf(schemaOf(operationOf(route).requestBody), []);
}

/** Paths of all objects of the route's body, the body itself first. */
export function objectFields(route: GatewayRoute): FieldPath[] {
  return objectsOf(schemaOf(operationOf(route).requestBody), []);
}

/** Fields of responses that the body does not accept. */
export function readOnlyFields(route: GatewayRoute): string[] {
  const taken = new Set(Object.keys(schemaOf(operationOf(route).requestBody).properties ?? {}));
  const shown = Object.values(operationOf(route).responses)
    .map((response) => Object.keys(schemaOf(response).properties ?? {}))
    .flat();
  return [...new Set([...shown, 'id', 'workspace_id', 'created_at'])].filter(
    (name) => !taken.has(name) && name !== 'error',
  );
}

function operationOf(route: GatewayRoute): Operation {
  const operation = document.paths[route.path]?.[route.method];
  if (operation === undefined) throw new Error(`The document lacks ${route.operationId}.`);
  return operation;
}

function schemaOf(holder: Schema | undefined): Schema {
  const [media] = Object.values(holder?.content ?? {});
  return resolve(media?.schema ?? {});
}

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolve(document.components.schemas[name] ?? {});
}

/** The alternatives without null. */
function alternatives(schema: Schema): Schema[] {
  const found = resolve(schema);
  return found.anyOf === undefined ? [found] : found.anyOf.flatMap(alternatives);
}

function typesOf(schemas: readonly Schema[]): Set<string> {
  const types = schemas.flatMap(({ type, enum: values, const: only }) => {
    if (type !== undefined) return typeof type === 'string' ? [type] : [...type];
    return values !== undefined || only !== undefined ? ['string'] : ['any'];
  });
  return new Set(types);
}

function scalarsOf(schema: Schema, path: FieldPath): FieldPath[] {
  const all = alternatives(schema);
  const types = typesOf(all);
  if (types.has('any')) return [];
  const inner = all.flatMap((one) => [
    ...Object.entries(one.properties ?? {}).flatMap(([name, member]) => scalarsOf(member, [...path, name])),
    ...(one.items === undefined ? [] : scalarsOf(one.items, [...path, 0])),
  ]);
  return types.has('object') || path.length === 0 ? inner : [path, ...inner];
}

function objectsOf(schema: Schema, path: FieldPath): FieldPath[] {
  return alternatives(schema).flatMap((one) => {
    const inner = Object.entries(one.properties ?? {}).flatMap(([name, member]) =>
      objectsOf(member, [...path, name]),
    );
    return typesOf([one]).has('object') ? [path, ...inner] : inner;
  });
}

/** A copy of `body` with `value` at the path; creates missing lists and objects. */
export function withField(body: unknown, path: FieldPath, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === 'number') return [withField(undefined, rest, value)];
  const members = typeof body === 'object' && body !== null ? { ...body } : {};
  return { ...members, [first]: withField(Reflect.get(members, first), rest, value) };
}
