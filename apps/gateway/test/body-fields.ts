import { gatewayDocument } from '../src/routes/index.ts';
import type { Row } from './route-requests.ts';

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

export type MemberPath = readonly (string | number)[];

/** Paths of all members of the row's body that hold a scalar, those in lists and inner objects included. */
export function scalarMembers(row: Row): MemberPath[] {
  return scalarsOf(schemaOf(operationOf(row).requestBody), []);
}

/** Paths of all objects of the row's body, the body itself first. */
export function objectMembers(row: Row): MemberPath[] {
  return objectsOf(schemaOf(operationOf(row).requestBody), []);
}

/** Members that answers of the row's resource show and its body does not take. */
export function readOnlyMembers(row: Row): string[] {
  const taken = new Set(Object.keys(schemaOf(operationOf(row).requestBody).properties ?? {}));
  const shown = Object.values(operationOf(row).responses)
    .map((response) => Object.keys(schemaOf(response).properties ?? {}))
    .flat();
  return [...new Set([...shown, 'id', 'workspace_id', 'created_at'])].filter(
    (name) => !taken.has(name) && name !== 'error',
  );
}

function operationOf(row: Row): Operation {
  const operation = document.paths[row.path]?.[row.method];
  if (operation === undefined) throw new Error(`The document lacks ${row.operationId}.`);
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

/** Without the alternative null, which says nothing about the kind of a member. */
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

function scalarsOf(schema: Schema, path: MemberPath): MemberPath[] {
  const all = alternatives(schema);
  const types = typesOf(all);
  if (types.has('any')) return [];
  const inner = all.flatMap((one) => [
    ...Object.entries(one.properties ?? {}).flatMap(([name, member]) => scalarsOf(member, [...path, name])),
    ...(one.items === undefined ? [] : scalarsOf(one.items, [...path, 0])),
  ]);
  return types.has('object') || path.length === 0 ? inner : [path, ...inner];
}

function objectsOf(schema: Schema, path: MemberPath): MemberPath[] {
  return alternatives(schema).flatMap((one) => {
    const inner = Object.entries(one.properties ?? {}).flatMap(([name, member]) =>
      objectsOf(member, [...path, name]),
    );
    return typesOf([one]).has('object') ? [path, ...inner] : inner;
  });
}

/** A copy of `body` with `value` at that path; lists and objects on the way are made. */
export function withMember(body: unknown, path: MemberPath, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === 'number') return [withMember(undefined, rest, value)];
  const members = typeof body === 'object' && body !== null ? { ...body } : {};
  return { ...members, [first]: withMember(Reflect.get(members, first), rest, value) };
}
