import { loadProto } from '@outreach/service-kit/grpc';

/** JSON as an example shows it. */
type Json = Readonly<Record<string, unknown>>;

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly typeName: string;
}

interface Descriptor {
  readonly field?: readonly Field[];
  readonly value?: readonly { readonly name: string }[];
  readonly oneofDecl?: readonly { readonly name: string }[];
}

const COMMON = 'outreach.common.v1.';
const NUMBERS = ['INT', 'FIXED', 'DOUBLE', 'FLOAT'];
/** Messages that ts-proto represents by plain JavaScript values, with the value of an absent message. */
const PLAIN: Readonly<Record<string, (value: unknown) => unknown>> = {
  'google.protobuf.Timestamp': (value) => (typeof value === 'string' ? new Date(value) : undefined),
  'google.protobuf.Struct': (value) => value ?? {},
  'google.protobuf.Value': (value) => value,
  'google.protobuf.ListValue': (value) => value ?? [],
  'google.protobuf.FieldMask': (value) => value ?? [],
};

/** Builds reply messages of a service from the JSON of an example, by the names of their fields. */
export interface ExampleReplies {
  /** The reply of a method, such as `getContact`. */
  replyOf(method: string, example: unknown): object;
}

/** Reads the messages of the service from its proto files. */
export function exampleReplies(service: string): ExampleReplies {
  const prefix = `outreach.${service}.v1.`;
  const definitions = loadProto(service);
  const descriptors = new Map<string, Descriptor>();
  const replies = new Map<string, string>();
  for (const [name, definition] of Object.entries(definitions)) {
    if ('format' in definition) descriptors.set(name, definition.type as Descriptor);
    else
      for (const [method, { responseType }] of Object.entries(definition)) {
        const { name: type } = responseType.type as { name: string };
        replies.set(method.charAt(0).toLowerCase() + method.slice(1), type);
      }
  }
  const builder = new Builder(prefix, descriptors);
  return {
    replyOf: (method, example) => {
      const type = replies.get(method);
      if (type === undefined) throw new Error(`The proto files have no method ${method} of ${service}.`);
      return builder.reply(type, asJson(example));
    },
  };
}

class Builder {
  readonly #prefix: string;
  readonly #descriptors: ReadonlyMap<string, Descriptor>;

  constructor(prefix: string, descriptors: ReadonlyMap<string, Descriptor>) {
    this.#prefix = prefix;
    this.#descriptors = descriptors;
  }

  /** A reply wraps its record or its list: `{ contact }` for the JSON of a contact, `{ contacts, meta }` for a list. */
  reply(type: string, example: Json): object {
    return this.#message(type, (field) => {
      const found = valueOf(example, field.name);
      if (found !== undefined || field.type !== 'TYPE_MESSAGE') return found;
      return field.label === 'LABEL_REPEATED' ? listOf(example) : example;
    });
  }

  #message(type: string, read: (field: Field) => unknown): object {
    const { field: fields = [], oneofDecl = [] } = this.#descriptor(type);
    const optional = new Set(oneofDecl.map(({ name }) => name));
    const entries = fields.map((field) => {
      const value = read(field);
      const isAbsent = value === null || (value === undefined && optional.has(`_${field.name}`));
      return [field.name, isAbsent ? undefined : this.#value(field, value)] as const;
    });
    return Object.fromEntries(entries);
  }

  #value(field: Field, value: unknown): unknown {
    if (field.label !== 'LABEL_REPEATED') return this.#single(field, value);
    if (Array.isArray(value)) return value.map((item: unknown) => this.#single(field, item));
    return value ?? [];
  }

  #single(field: Field, value: unknown): unknown {
    if (field.type === 'TYPE_MESSAGE') return this.#submessage(field, value);
    if (field.type === 'TYPE_ENUM') return this.#enumValue(field, value);
    if (field.type === 'TYPE_BOOL') return value ?? false;
    if (field.type === 'TYPE_BYTES') return Buffer.alloc(0);
    return value ?? (NUMBERS.some((name) => field.type.includes(name)) ? 0 : '');
  }

  #submessage(field: Field, value: unknown): unknown {
    const plain = PLAIN[field.typeName.replace(/^\./, '')];
    if (plain !== undefined) return plain(value);
    if (value === undefined) return undefined;
    return this.#message(field.typeName, ({ name }) => valueOf(asJson(value), name));
  }

  /** The value whose name ends with the example's: `queued` is IMPORT_STATUS_QUEUED. */
  #enumValue(field: Field, value: unknown): unknown {
    const names = (this.#descriptor(field.typeName).value ?? []).map(({ name }) => name);
    const suffix = `_${String(value).toUpperCase()}`;
    return names.find((name) => name.endsWith(suffix)) ?? names[0];
  }

  /** Names are relative to their package: `Contact`, `common.v1.PageMeta`, or `Export` in the common package. */
  #descriptor(type: string): Descriptor {
    const name = type.replace(/^\./, '');
    for (const candidate of [name, `${this.#prefix}${name}`, `outreach.${name}`, `${COMMON}${name}`]) {
      const descriptor = this.#descriptors.get(candidate);
      if (descriptor !== undefined) return descriptor;
    }
    throw new Error(`The proto files have no type ${type}.`);
  }
}

/** By the name of the field; `actor_type` also from `actor.type`, and `schema_json` from the JSON in `schema`. */
function valueOf(json: Json, name: string): unknown {
  const own = json[name] ?? json[name.toUpperCase()];
  if (own !== undefined) return own;
  if (name in json) return null;
  if (name.endsWith('_json')) return JSON.stringify(json[name.slice(0, -'_json'.length)] ?? {});
  const [outer = '', ...inner] = name.split('_');
  const object = json[outer];
  return inner.length > 0 && isObject(object) ? object[inner.join('_')] : undefined;
}

/** The list of an envelope, or the only list of the example. */
function listOf(json: Json): unknown {
  return json['data'] ?? Object.values(json).find((value) => Array.isArray(value)) ?? [];
}

function asJson(value: unknown): Json {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
