import { firstNameOf, lastNameOf } from './generator.ts';
import { randomFrom, type Random } from './random.ts';

const TITLES = ['Head of Sales', 'VP Marketing', 'Software Engineer', 'CFO', 'Support Manager', 'Founder'];
const CITIES = ['Bern', 'Zürich', 'Berlin', 'Paris', 'Madrid', 'Wien', 'Oslo', 'Dublin'];
const COMPANY_COUNT = 20_000;
const TAG_COUNT = 20;
/** Rows in a hundred of a company whose domain the workspace suppresses. */
const COVERED_PERCENT = 1;

/** The domain that the workspace suppresses before the import. */
export const SUPPRESSED_DOMAIN = 'suppressed.example';

export interface ImportRow {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly title: string;
  readonly company_name: string;
  readonly company_domain: string;
  readonly city: string;
  readonly country: string;
  readonly tags: string;
}

/** Rows of a list of leads with nine columns; one in a hundred has a suppressed domain. The same seed gives the same rows. */
export function* importRows(count: number, seed: number): Generator<ImportRow, void, undefined> {
  const random = randomFrom(seed);
  for (let index = 0; index < count; index += 1) yield makeRow(random, index);
}

function makeRow(random: Random, index: number): ImportRow {
  const first_name = firstNameOf(random.below(20));
  const last_name = lastNameOf(random.below(8_000));
  const company = random.below(COMPANY_COUNT);
  const isCovered = random.below(100) < COVERED_PERCENT;
  const company_domain = isCovered ? SUPPRESSED_DOMAIN : `company${company}.example`;
  return {
    email: `${plain(first_name)}.${plain(last_name)}.${index}@${company_domain}`,
    first_name,
    last_name,
    title: random.pick(TITLES),
    company_name: `Company ${company}`,
    company_domain,
    city: random.pick(CITIES),
    country: 'Switzerland',
    tags: `list-${random.below(TAG_COUNT)};spring`,
  };
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();
}

const HEADER = 'email,first_name,last_name,title,company.name,company_domain,city,country,tags';

export function toCsv(rows: Iterable<ImportRow>): string {
  const lines = [HEADER];
  for (const row of rows) lines.push(Object.values(row).join(','));
  return `${lines.join('\n')}\n`;
}
