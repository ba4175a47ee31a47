import type { Filter } from '../../src/filters/parse-filters.ts';
import { SEGMENT_IDS, type ModelContact } from './random-contacts.ts';

/** A second implementation of filters, written from the contract: it evaluates one filter on one contact. */
export interface World {
  /** The filters of dynamic segments by id. */
  readonly dynamicSegments: ReadonlyMap<string, readonly Filter[]>;
}

export interface Joined {
  readonly filters: readonly Filter[];
  readonly logic: 'AND' | 'OR';
}

const EXACT = new Set([
  'seniority',
  'department',
  'lead_source',
  'icp_tier',
  'grade',
  'verification_status',
  'mail_provider',
]);
const EXACT_CUSTOM = new Set(['custom_fields.plan', 'custom_fields.renewal']);

export function meetsAll(world: World, model: ModelContact, { filters, logic }: Joined): boolean {
  if (filters.length === 0) return true;
  const results = filters.map((filter) => meets(world, model, filter));
  return logic === 'OR' ? results.includes(true) : !results.includes(false);
}

function meets(world: World, model: ModelContact, { field, op, value }: Filter): boolean {
  if (field === 'in_segment') return meetsMembership((id) => isInSegment(world, model, id), op, value);
  if (field === 'in_campaign') {
    if (op === 'is_empty') return model.campaignIds.length === 0;
    if (op === 'is_not_empty') return model.campaignIds.length > 0;
    return meetsMembership((id) => model.campaignIds.includes(id), op, value);
  }
  if (field === 'has_tag' && op !== 'is_empty' && op !== 'is_not_empty') {
    return meetsMembership((tag) => model.contact.tags.includes(tag), op, value);
  }
  const found = valueOf(model, field === 'has_tag' ? 'tags' : field);
  if (Array.isArray(found)) return meetsList(found, op, value);
  const isExact = EXACT.has(field) || EXACT_CUSTOM.has(field);
  return meetsScalar(plain(found, isExact), op, wantedOf(found, value, isExact));
}

function isInSegment(world: World, model: ModelContact, id: string): boolean {
  if (SEGMENT_IDS.some((known) => known === id)) return model.segmentIds.includes(id);
  return meetsAll(world, model, { filters: world.dynamicSegments.get(id) ?? [], logic: 'AND' });
}

function meetsMembership(isMember: (id: string) => boolean, op: string, value: unknown): boolean {
  const ids = (Array.isArray(value) ? value : [value]).map(String);
  const isAny = ids.some(isMember);
  return op === 'eq' || op === 'in' ? isAny : !isAny;
}

function meetsList(list: readonly unknown[], op: string, value: unknown): boolean {
  if (op === 'is_empty') return list.length === 0;
  if (op === 'is_not_empty') return list.length > 0;
  if (op === 'contains') return list.includes(value);
  const common = Array.isArray(value) && value.some((item) => list.includes(item));
  return op === 'in' ? common : !common;
}

type Plain = string | number | boolean | null;

function meetsScalar(found: Plain, op: string, wanted: Plain | Plain[]): boolean {
  if (op === 'is_empty') return found === null;
  if (op === 'is_not_empty') return found !== null;
  if (op === 'ne') return found !== wanted;
  if (op === 'not_in') return !(wanted as Plain[]).includes(found);
  if (found === null) return false;
  if (op === 'in') return (wanted as Plain[]).includes(found);
  if (op === 'eq') return found === wanted;
  if (op === 'contains') return String(found).split(String(wanted)).length > 1 || wanted === '';
  if (op === 'starts_with') return String(found).slice(0, String(wanted).length) === wanted;
  if (op === 'ends_with') return wanted === '' || String(found).slice(-String(wanted).length) === wanted;
  const [one, other] = [found, wanted] as [number, number];
  if (op === 'gt') return one > other;
  if (op === 'gte') return one >= other;
  return op === 'lt' ? one < other : one <= other;
}

export function valueOf({ contact, lastActivityAt }: ModelContact, field: string): unknown {
  if (field === 'last_activity_at') return lastActivityAt;
  const [head = '', tail] = field.split('.');
  const value: unknown = (contact as unknown as Record<string, unknown>)[head];
  if (tail === undefined) return value;
  const name = (value as Record<string, unknown>)[tail];
  return tail === 'topics' ? (name ?? []) : name;
}

/** Texts in lower case, dates as numbers. */
export function plain(value: unknown, isExact: boolean): Plain {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'string') return isExact ? value : value.toLowerCase();
  return value as Plain;
}

function wantedOf(found: unknown, value: unknown, isExact: boolean): Plain | Plain[] {
  const one = (item: unknown): Plain =>
    found instanceof Date ? new Date(String(item)).getTime() : plain(item, isExact);
  return Array.isArray(value) ? value.map(one) : one(value);
}
