import { z } from 'zod';
import type { EventDefinition } from './define-event.ts';
import { domainEventSchema, type DomainEvent } from './domain-event.ts';

/** An entry of the public catalogue of event types. */
export interface CatalogueEntry {
  readonly event_type: string;
  readonly category: string;
  readonly description: string;
  /** JSON Schema (2020-12) of the event's `data`. */
  readonly payload_schema: Record<string, unknown>;
}

export type Decoded =
  { readonly ok: true; readonly event: DomainEvent } | { readonly ok: false; readonly reason: string };

/** The event types that a service decodes. */
export interface Catalogue {
  readonly definitions: readonly EventDefinition[];
  readonly entries: readonly CatalogueEntry[];
  get(type: string): EventDefinition | undefined;
  /** Decodes the bytes or the parsed JSON of an event. Fields that the schema does not name are kept. */
  decode(input: unknown): Decoded;
}

/** Joins definitions to a catalogue. @throws Error when a type is defined twice. */
export function createCatalogue(definitions: readonly EventDefinition[]): Catalogue {
  const byType = new Map(definitions.map((definition) => [definition.type, definition]));
  if (byType.size !== definitions.length) throw new Error('An event type is defined twice.');
  return {
    definitions,
    entries: definitions.map(toEntry),
    get: (type) => byType.get(type),
    decode: (input) => decode(byType, input),
  };
}

function toEntry(definition: EventDefinition): CatalogueEntry {
  return {
    event_type: definition.type,
    category: definition.category,
    description: definition.description,
    // The input schema: later versions may add fields, so it never has `additionalProperties: false`.
    payload_schema: z.toJSONSchema(definition.data, { io: 'input', override: simplify }),
  };
}

/** Removes what readers do not need: the API document describes the fields, and `format` says what a time is. */
function simplify({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete jsonSchema.description;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
}

/** The inputs of `decode` in a message: one event, each event of a list, or bytes that are not JSON. */
export function eventsIn(bytes: Uint8Array): readonly unknown[] {
  const parsed = parseJson(bytes);
  if (!parsed.ok) return [bytes];
  return Array.isArray(parsed.value) ? parsed.value : [parsed.value];
}

function decode(byType: ReadonlyMap<string, EventDefinition>, input: unknown): Decoded {
  const parsed = input instanceof Uint8Array ? parseJson(input) : { ok: true as const, value: input };
  if (!parsed.ok) return parsed;
  const envelope = domainEventSchema.safeParse(parsed.value);
  if (!envelope.success) return refuse('envelope', envelope.error);
  const definition = byType.get(envelope.data.type);
  if (definition === undefined) return { ok: false, reason: `Unknown event type ${envelope.data.type}.` };
  const data = definition.data.safeParse(envelope.data.data);
  if (!data.success) return refuse(`data of ${definition.type}`, data.error);
  return { ok: true, event: envelope.data };
}

function parseJson(bytes: Uint8Array): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { ok: false, reason: 'The event is not a JSON document.' };
  }
}

/** Names the wrong fields, never their values, which may be personal data. */
function refuse(subject: string, error: z.ZodError): Decoded {
  const problems = error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`);
  return { ok: false, reason: `Wrong ${subject}: ${problems.join(', ')}.` };
}
