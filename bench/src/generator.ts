import { gradeOf, toDocument, type Contact } from '@outreach/app-contacts/documents';
import type { Collection, Db } from 'mongodb';
import { randomFrom, type Random } from './random.ts';
import type { BenchInput } from './run-bench.ts';

const CONTACTS_PER_BATCH = 5_000;
const DAY_MS = 86_400_000;
const FIRST_CREATED_AT_MS = Date.UTC(2024, 0, 1);
const SPAN_MS = 700 * DAY_MS;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const FIRST_NAMES =
  'Maria José Anna Luca Emma Noah Mia Ben Lea Paul Sofia Max Nina Jan Eva Tom Ida Leo Amy Kai'.split(' ');
const SYLLABLES = 'ka mo li ne ra so tu be dan ver gel min hof ster wik lund berg mann ton ley'.split(' ');
const ROLES = ['Sales', 'Marketing', 'Engineering', 'Operations', 'Finance', 'Product', 'Support', 'Design'];
const RANKS = ['Head of', 'VP', 'Director of', 'Manager', 'Senior Manager', 'Associate'];
const CITIES = ['Bern', 'Zürich', 'Genève', 'Berlin', 'Paris', 'Madrid', 'Wien', 'Oslo', 'Rome', 'Dublin'];
const TAG_COUNT = 40;
const COMPANY_COUNT = 50_000;

/** Writes `--contacts` contacts of a workspace to the database of the service. The same seed gives the same contacts. */
export async function generateContacts(
  { mongodb, contacts: count, seed, print }: BenchInput,
  workspaceId: string,
): Promise<void> {
  const startedAtMs = performance.now();
  await write(mongodb.db('outreach_contacts'), { workspaceId, count, seed });
  const seconds = (performance.now() - startedAtMs) / 1_000;
  print(`${count} contacts written straight to the database in ${seconds.toFixed(0)} s`);
}

interface Generated {
  readonly workspaceId: string;
  readonly count: number;
  readonly seed: number;
}

async function write(db: Db, { workspaceId, count, seed }: Generated): Promise<void> {
  const random = randomFrom(seed);
  const cells = new Map<string, { icp_tier: string; lead_score: number; difference: number }>();
  const rows = db.collection<{ _id: string }>('contacts');
  const buildIndexes = await dropIndexes(rows);
  for (let from = 0; from < count; from += CONTACTS_PER_BATCH) {
    const size = Math.min(CONTACTS_PER_BATCH, count - from);
    const batch = Array.from({ length: size }, (_, offset) =>
      makeContact(random, { workspaceId, index: from + offset, count }),
    );
    for (const { icp_tier, lead_score } of batch) {
      const key = `${icp_tier} ${lead_score}`;
      const difference = (cells.get(key)?.difference ?? 0) + 1;
      cells.set(key, { icp_tier, lead_score, difference });
    }
    const documents = batch.map((contact) => ({ ...toDocument(contact, []), last_activity_at: null }));
    await rows.insertMany(documents, { ordered: false, writeConcern: { w: 1 } });
  }
  await buildIndexes();
  const counts = db.collection<{ _id: string }>('contact_counts');
  const sums = [...cells.values()].map((cell, index) => ({
    _id: `cnt_generated_${index}`,
    workspace_id: workspaceId,
    ...cell,
  }));
  await counts.insertMany(sums);
}

/** Drops the indexes, because building them from all documents at once is faster. Returns a function that builds them. */
async function dropIndexes(rows: Collection<{ _id: string }>): Promise<() => Promise<void>> {
  const described = (await rows.indexes()).filter(({ name }) => name !== '_id_');
  await rows.dropIndexes();
  return async () => {
    await rows.createIndexes(described.map(({ v, ...index }) => index));
  };
}

interface Place {
  readonly workspaceId: string;
  readonly index: number;
  readonly count: number;
}

const NO_VALUES = {
  phone: null,
  mobile: null,
  linkedin_url: null,
  state: null,
  verified_at: null,
  mail_provider: null,
};

export function makeContact(random: Random, { workspaceId, index, count }: Place): Contact {
  const created = new Date(FIRST_CREATED_AT_MS + Math.floor((index / count) * SPAN_MS));
  const first = random.pick(FIRST_NAMES);
  const last = lastNameOf(random.below(SYLLABLES.length ** 3));
  const company = random.below(COMPANY_COUNT);
  const domain = `company${company}.example`;
  const score = scoreOf(random);
  return {
    id: idOf(created.getTime(), index),
    workspace_id: workspaceId,
    email: `${first}.${last}.${index}@${domain}`
      .normalize('NFD')
      .replaceAll(/[^\w.@]/g, '')
      .toLowerCase(),
    first_name: first,
    last_name: random.below(50) === 0 ? null : last,
    full_name: `${first} ${last}`,
    full_name_is_own: false,
    title: `${random.pick(RANKS)} ${random.pick(ROLES)}`,
    seniority: 'manager',
    department: 'sales',
    city: random.pick(CITIES),
    country: 'Switzerland',
    time_zone: 'Europe/Zurich',
    ...NO_VALUES,
    lead_source: 'import',
    ...score,
    tags: tagsOf(random),
    verification_status: 'valid',
    is_enriched: false,
    is_deleted: false,
    deleted_at: null,
    deletion_reason: null,
    company: {
      id: `co_${company}`,
      name: `Company ${company} ${lastNameOf(company)}`,
      domain,
      industry: random.pick(ROLES),
      employee_count: random.below(10_000),
      revenue_band: null,
    },
    custom_fields: {},
    created_at: created,
    updated_at: new Date(created.getTime() + random.below(30) * DAY_MS),
    version: 1,
  };
}

/** Most leads are cold: one in twenty is in the best tier. */
function scoreOf(random: Random): { icp_tier: string; lead_score: number; grade: string } {
  const fit = Math.floor(100 * random.next() ** 1.5);
  const lead_score = Math.round(0.7 * fit + 0.3 * random.below(101));
  const icp_tier = fit >= 90 ? 'A' : fit >= 70 ? 'B' : fit >= 40 ? 'C' : 'D';
  return { icp_tier, lead_score, grade: gradeOf(lead_score) };
}

/** The first tags are common, the last ones rare. */
function tagsOf(random: Random): string[] {
  const tags = Array.from({ length: random.below(4) }, () => Math.floor(TAG_COUNT * random.next() ** 3));
  return [...new Set(tags)].map((tag) => `tag-${tag}`);
}

/** One of 8,000 names of three syllables. */
export function lastNameOf(number: number): string {
  const { length } = SYLLABLES;
  const parts = [number, Math.floor(number / length), Math.floor(number / length ** 2)];
  const name = parts.map((part) => SYLLABLES[part % length] ?? '').join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function firstNameOf(number: number): string {
  return FIRST_NAMES[number % FIRST_NAMES.length] ?? '';
}

/** A ULID of the given time whose random part is a counter. */
function idOf(atMs: number, index: number): string {
  return `ct_${crockford(atMs, 10)}${crockford(index, 16)}`;
}

function crockford(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / CROCKFORD.length)) {
    text = `${CROCKFORD[rest % CROCKFORD.length] ?? '0'}${text}`;
  }
  return text;
}
