import { firstNameOf, lastNameOf } from './generator.ts';
import { fillWorkspace } from './list-harness.ts';
import type { Case } from './one-at-a-time.ts';
import type { Bench } from './run-bench.ts';

const NAMES = 8_000;
const COMPANIES = 50_000;
/** The values are far apart, so that one request does not warm the cache for the next. */
const STRIDE = 7_919;

export const search: Bench = {
  name: 'search',
  description: 'words and filters in a full workspace, one request at a time, a page of 50 with its total',
  fillsOnce: true,
  run: async (input) => {
    const workspace = await fillWorkspace(input);
    await workspace.measureAll(CASES);
  },
};

const words = (name: string, text: (index: number) => string): Case => ({
  name: `words: ${name}`,
  request: (index) => ({
    path: `/api/v1/contacts/?${new URLSearchParams({ page_size: '50', search: text(index) }).toString()}`,
  }),
});

interface FilterBody {
  readonly field: string;
  readonly op: string;
  readonly value: unknown;
}

const filters = (name: string, list: (index: number) => readonly FilterBody[], sort?: string): Case => ({
  name: `filters: ${name}`,
  request: (index) => ({
    method: 'POST',
    path: '/api/v1/contacts/search/',
    body: {
      filters: list(index),
      page_size: 50,
      ...(sort === undefined ? {} : { sort: [{ field: sort, direction: 'asc' }] }),
    },
  }),
});

const name = (index: number): string => lastNameOf((index * STRIDE) % NAMES);

const CASES: readonly Case[] = [
  words('a last name', name),
  words('first and last name', (index) => `${firstNameOf(index)} ${name(index)}`),
  words('the beginning of a name', (index) => name(index).slice(0, 5)),
  words('a company', (index) => `company${(index * STRIDE) % COMPANIES}`),
  words('two letters', (index) => name(index).slice(0, 2)),
  filters('tiers A and B, score from 70', () => [
    { field: 'icp_tier', op: 'in', value: ['A', 'B'] },
    { field: 'lead_score', op: 'gte', value: 70 },
  ]),
  filters('tier C, score from 60', () => [
    { field: 'icp_tier', op: 'eq', value: 'C' },
    { field: 'lead_score', op: 'gte', value: 60 },
  ]),
  filters('a tag and a score', (index) => [
    { field: 'has_tag', op: 'eq', value: `tag-${index % 40}` },
    { field: 'lead_score', op: 'gte', value: 50 },
  ]),
  filters('the beginning of an address', (index) => [
    { field: 'email', op: 'starts_with', value: `${firstNameOf(index + 1)}.${name(index)}` },
  ]),
  filters('none, sorted by last_name', () => [], 'last_name'),
  filters('none, sorted by company.name', () => [], 'company.name'),
];
