import { cityMapping } from 'city-timezones';

/** Minimum share of the population of a country or state that lives in one zone. */
const SHARE_MIN = 0.8;
/** Languages of recognized country names, in addition to country codes. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
/** Common country names that the list does not contain. */
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
  /** Country codes by normalized name. */
  readonly codes: ReadonlyMap<string, string>;
  /** Cities by country code, and by country code and state. */
  readonly cities: ReadonlyMap<string, readonly City[]>;
  /** All zone names in the list. */
  readonly zones: ReadonlySet<string>;
}

let atlas: Atlas | undefined;

/**
 * The IANA zone of most inhabitants of the state, or of the country without a known state; undefined if there is none.
 */
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
    // The list contains territories without an ISO code and cities without a zone.
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
  const zones = new Set([...cities.values()].flatMap((group) => group.map(({ zone }) => zone)));
  return { codes, cities, zones };
}

/** Results of the runtime by zone: a lookup is slow, and the list contains each zone many times. */
const canonicalNames = new Map<string | null, string | undefined>();

/** The canonical name of a zone, which may have several names; undefined for an unknown zone. */
function canonical(zone: string | null): string | undefined {
  if (!canonicalNames.has(zone)) canonicalNames.set(zone, resolveZone(zone));
  return canonicalNames.get(zone);
}

function resolveZone(zone: string | null): string | undefined {
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
  const sums = [...zones].map(([name, group]) => ({ name, group, people: sum(group) }));
  const [most] = sums.toSorted((first, second) => second.people - first.people);
  if (most === undefined || most.people < sum(cities) * SHARE_MIN) return undefined;
  // The runtime returns outdated names for some zones; then the name in the list is used.
  return most.name !== undefined && listed.has(most.name) ? most.name : most.group[0]?.zone;
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
