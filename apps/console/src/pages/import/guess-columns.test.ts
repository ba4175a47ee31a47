import { describe, expect, it } from '@jest/globals';
import { fieldNameOf, guessTargets, hasTitles, mappingProblem, titleOf } from './guess-columns.ts';

interface Given {
  readonly columns: string[];
  readonly suggested?: Readonly<Record<string, string>>;
  readonly rows?: string[][];
}

function guess({ columns, suggested = {}, rows = [] }: Given): string {
  const suggested_mapping = Object.entries(suggested).map(([source_column, target_field]) => ({
    source_column,
    target_field,
    transform: 'none' as const,
  }));
  return guessTargets({ columns, sample_rows: rows, suggested_mapping }).join(' ');
}

describe('guessTargets', () => {
  it.each<[string, Given, string]>([
    [
      'takes the suggestions of the API',
      { columns: ['E-Mail', 'Plan'], suggested: { 'E-Mail': 'email', Plan: 'custom_fields.plan' } },
      'email custom_fields.plan',
    ],
    [
      'knows the titles of other programs',
      { columns: ['Email Address', 'Given name', 'Job-Title', 'Organisation', 'Note'] },
      'email first_name title company.name ignore',
    ],
    [
      'gives a target once, first to a suggestion',
      { columns: ['mail', 'email', 'Work email'], suggested: { mail: 'ignore', email: 'email' } },
      'ignore email ignore',
    ],
    [
      'takes a column with the title of another one as ignored',
      { columns: ['email', 'email'], suggested: { email: 'email' } },
      'email ignore',
    ],
    [
      'finds addresses in a column without a known title',
      {
        columns: ['A', 'B'],
        rows: [
          ['x', 'ada@example.com'],
          ['y', ''],
          ['z', 'bob@example.com'],
        ],
      },
      'ignore email',
    ],
    ['leaves a file without addresses', { columns: ['A'], rows: [['x'], ['a@b.c']] }, 'ignore'],
  ])('%s', (_title, given, targets) => {
    expect(guess(given)).toBe(targets);
  });
});

describe('hasTitles', () => {
  it.each([
    [['E-Mail', 'Name'], true],
    [['Ada', ' ada@example.com '], false],
    [['email@work'], true],
  ])('says of the first row %j: %s', (row, expected) => {
    expect(hasTitles(row)).toBe(expected);
  });
});

describe('titleOf', () => {
  it.each([
    ['Plan', true, 'Plan'],
    ['', true, 'Column 3'],
    ['3', false, 'Column 3'],
  ])('names the third column %j of a file (header: %s) %s', (column, hasHeader, title) => {
    expect(titleOf(column, 2, hasHeader)).toBe(title);
  });
});

describe('fieldNameOf', () => {
  it.each([
    ['Plan (2025)', 'plan_2025'],
    ['Größe', 'gro_e'],
    ['Société', 'societe'],
    ['2nd phone', 'nd_phone'],
    ['名前', 'field'],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('names the field of %s %s', (title, name) => {
    expect(fieldNameOf(title)).toBe(name);
  });
});

describe('mappingProblem', () => {
  it.each([
    [['email', 'tags', 'tags', 'ignore', 'ignore'], undefined],
    [['first_name'], 'Choose the column that has the email addresses.'],
    [['email', 'title', 'title'], 'Two columns fill title; choose one.'],
  ])('finds in %j: %s', (targets, problem) => {
    expect(mappingProblem(targets)).toBe(problem);
  });
});
