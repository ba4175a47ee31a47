import { cityMapping } from 'city-timezones';

/** A zone counts as that of a country or state when so much of its people live in it. */
const SHARE_MIN = 0.8;
/** Languages in which countries are recognised, beside their codes. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
/** Names in use that no list of countries has. */
const FURTHER_NAMES: Readonly<Record<string, string>> = {
  uk: 'GB',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  america: 'US',
  holland: 'NL',
};

interface City {
  readonly zone: string;
  readonly people: number;
}

interface Atlas {
  /** Code by name, both without case, accents and punctuation. */
  readonly codes: ReadonlyMap<string, string>;
  /** Cities by code, and by code and state. */
  readonly cities: ReadonlyMap<string, readonly City[]>;
  /** Every name of a zone in the list. */
  readonly zones: ReadonlySet<string>;
}

let atlas: Atlas | undefined;

/** The IANA zone that nearly everybody of the state, or of the country without one, lives in; undefined where none is. */
export function findTimeZone(country: string, state: string | null): string | undefined {
  atlas ??= readAtlas();
  const code = atlas.codes.get(plain(country));
  if (code === undefined) return undefined;
  const ofState = state === null ? undefined : atlas.cities.get(stateKey(code, state));
  return prevailing(ofState ?? atlas.cities.get(code) ?? [], atlas.zones);
}

function readAtlas(): Atlas {
  const codes = new Map<string, string>();
  const cities = new Map<string, City[]>();
  for (const { iso2, iso3, country, province, state_ansi, timezone, pop } of cityMapping) {
    // The list has places that are no country by ISO, and some without a zone.
    if (!/^[A-Z]{2}$/.test(iso2) || canonical(timezone) === undefined) continue;
    const city = { zone: timezone, people: pop };
    codes.set(plain(country), iso2).set(plain(iso3), iso2);
    const states = new Set([province, state_ansi].filter(Boolean).map((state) => stateKey(iso2, state)));
    for (const key of [iso2, ...states]) {
      const known = cities.get(key);
      if (known === undefined) cities.set(key, [city]);
      else known.push(city);
    }
  }
  const names = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  for (const code of new Set(codes.values())) {
    codes.set(plain(code), code);
    for (const name of names) codes.set(plain(name.of(code) ?? code), code);
  }
  for (const [name, code] of Object.entries(FURTHER_NAMES)) codes.set(name, code);
  const zones = new Set([...cities.values()].flatMap((members) => members.map(({ zone }) => zone)));
  return { codes, cities, zones };
}

/** Asking the runtime is dear, and the list has each zone many times. */
const canonicalNames = new Map<string | null, string | undefined>();

/** Zones that became one have several names; undefined where there is no such zone. */
function canonical(zone: string | null): string | undefined {
  if (!canonicalNames.has(zone)) canonicalNames.set(zone, askRuntime(zone));
  return canonicalNames.get(zone);
}

function askRuntime(zone: string | null): string | undefined {
  try {
    return zone === null
      ? undefined
      : new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

function prevailing(cities: readonly City[], listed: ReadonlySet<string>): string | undefined {
  const zones = Map.groupBy(cities, ({ zone }) => canonical(zone));
  const sums = [...zones].map(([name, members]) => ({ name, members, people: sum(members) }));
  const [most] = sums.toSorted((one, other) => other.people - one.people);
  if (most === undefined || most.people < sum(cities) * SHARE_MIN) return undefined;
  // The runtime still names some zones as they were called long ago; then the name in the list is the better one.
  return most.name !== undefined && listed.has(most.name) ? most.name : most.members[0]?.zone;
}

function sum(cities: readonly City[]): number {
  return cities.reduce((total, { people }) => total + people, 0);
}

function stateKey(code: string, state: string): string {
  return `${code}:${plain(state)}`;
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
