import type { FilePreview } from '../../data/imports.ts';

export const IGNORE = 'ignore';

/** The fields of a contact that a column can fill, in the words of the API. */
export const TARGETS = [
  'email',
  'first_name',
  'last_name',
  'full_name',
  'title',
  'seniority',
  'department',
  'phone',
  'mobile',
  'linkedin_url',
  'city',
  'state',
  'country',
  'time_zone',
  'company_domain',
  'company.name',
  'company.domain',
  'company.industry',
  'company.employee_count',
  'company.revenue_band',
  'tags',
  'verification_status',
] as const;

/** Titles of columns in the files of other programs, without case, spaces and punctuation. */
const TITLES: Readonly<Record<string, (typeof TARGETS)[number]>> = {
  mail: 'email',
  emailaddress: 'email',
  workemail: 'email',
  emailaddress1: 'email',
  first: 'first_name',
  givenname: 'first_name',
  forename: 'first_name',
  last: 'last_name',
  surname: 'last_name',
  familyname: 'last_name',
  name: 'full_name',
  fullname: 'full_name',
  contactname: 'full_name',
  jobtitle: 'title',
  position: 'title',
  role: 'title',
  company: 'company.name',
  organization: 'company.name',
  organisation: 'company.name',
  companyname: 'company.name',
  account: 'company.name',
  website: 'company_domain',
  companywebsite: 'company_domain',
  domain: 'company_domain',
  industry: 'company.industry',
  employees: 'company.employee_count',
  companysize: 'company.employee_count',
  headcount: 'company.employee_count',
  revenue: 'company.revenue_band',
  annualrevenue: 'company.revenue_band',
  phonenumber: 'phone',
  workphone: 'phone',
  mobilephone: 'mobile',
  cellphone: 'mobile',
  linkedin: 'linkedin_url',
  linkedinprofile: 'linkedin_url',
  linkedinurl: 'linkedin_url',
  personlinkedinurl: 'linkedin_url',
  town: 'city',
  region: 'state',
  province: 'state',
  timezone: 'time_zone',
  labels: 'tags',
  tag: 'tags',
};

const ADDRESS = /^\S+@\S+\.\S+$/;

function normalize(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The target of each column: the suggestion of the API, else a known title, else `email` for a column of addresses.
 * A target is given once.
 */
export function guessTargets({
  columns,
  sample_rows,
  suggested_mapping,
}: Omit<FilePreview, 'delimiter'>): readonly string[] {
  const suggested = new Map(suggested_mapping.map((one) => [one.source_column, one.target_field]));
  const taken = new Set([...suggested.values()].filter((target) => target !== IGNORE));
  const named = new Set<string>();
  const targets = columns.map((column) => {
    const own = named.has(column) ? IGNORE : (suggested.get(column) ?? IGNORE);
    named.add(column);
    const guess = TITLES[normalize(column)];
    if (own !== IGNORE || guess === undefined || taken.has(guess)) return own;
    taken.add(guess);
    return guess;
  });
  if (taken.has('email')) return targets;
  const index = columns.findIndex((_, position) => hasAddresses(sample_rows.map((row) => row[position])));
  return index === -1 ? targets : targets.with(index, 'email');
}

/** False if a cell of the first row is an address, which is no title. */
export function hasTitles(firstRow: readonly string[]): boolean {
  return !firstRow.some((cell) => ADDRESS.test(cell.trim()));
}

/** The title of a column; by its position if it has none. */
export function titleOf(column: string, index: number, hasHeader: boolean): string {
  return hasHeader && column !== '' ? column : `Column ${index + 1}`;
}

/** True if most of the cells that are filled look like addresses. */
function hasAddresses(cells: readonly (string | undefined)[]): boolean {
  const filled = cells.filter((cell) => cell !== undefined && cell.trim() !== '');
  const addresses = filled.filter((cell) => ADDRESS.test(cell?.trim() ?? ''));
  return addresses.length * 2 > filled.length;
}

const NAME_MAX = 64;

/** The name of a custom field for the title of a column: `Plan (2025)` becomes `plan_2025`. */
export function fieldNameOf(title: string): string {
  const ascii = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = ascii.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^[_0-9]+|_+$/g, '');
  return words.slice(0, NAME_MAX) || 'field';
}

/** The reason why the columns cannot be imported as they are mapped. */
export function mappingProblem(targets: readonly string[]): string | undefined {
  if (!targets.includes('email')) return 'Choose the column that has the email addresses.';
  const used = targets.filter((target) => target !== IGNORE && target !== 'tags');
  const twice = used.find((target, index) => used.indexOf(target) !== index);
  return twice === undefined ? undefined : `Two columns fill ${twice}; choose one.`;
}
