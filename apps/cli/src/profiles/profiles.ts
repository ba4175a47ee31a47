import { CommandFailure, EXIT_CODES } from '../exit-codes.ts';
import type { Environment } from '../config.ts';
import { createKeyRing, noKeyRing, type KeyRing } from './key-ring.ts';
import { createProfileStore, type Profile, type Profiles, type ProfileStore } from './profile-file.ts';

export const DEFAULT_URL = 'http://127.0.0.1:8080';
const DEFAULT_PROFILE = 'default';

/** A server and the API key for it. */
export interface Access {
  readonly url: string;
  readonly apiKey: string;
}

export interface ListedProfile {
  readonly name: string;
  readonly url: string;
  readonly is_current: boolean;
  readonly key_store: 'key ring' | 'file';
}

/** Named servers with their API keys. */
export interface ProfileList {
  /** The name that the option, the environment or the last `profiles use` sets. */
  nameOf(option: string | undefined): Promise<string>;
  /** The stored address of a profile. */
  urlOf(name: string): Promise<string | undefined>;
  /** The server and key of a profile; the environment overrides both. */
  access(option: string | undefined): Promise<Access>;
  /** Stores a profile and selects it if it is the first. Returns where its key is. */
  save(name: string, access: Access): Promise<'key ring' | 'file'>;
  use(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  list(): Promise<readonly ListedProfile[]>;
}

export function createProfiles(environment: Environment, warn: (text: string) => void): ProfileList {
  const file = createProfileStore(environment.folder, warn);
  const keyRing = environment.hasKeyRing ? createKeyRing() : noKeyRing;
  const nameOf = async (option: string | undefined): Promise<string> =>
    option ?? environment.profile ?? ((await file.read()).current || DEFAULT_PROFILE);
  return {
    nameOf,
    urlOf: async (name) => profileOf(await file.read(), name)?.url,
    access: async (option) => {
      const { url, apiKey } = environment;
      if (apiKey !== undefined && url !== undefined) return { url, apiKey };
      const name = await nameOf(option);
      const profile = profileOf(await file.read(), name);
      const key = apiKey ?? profile?.api_key ?? (profile && (await keyRing.read(name)));
      if (key === undefined) throw notLoggedIn(name);
      return { url: url ?? profile?.url ?? DEFAULT_URL, apiKey: key };
    },
    save: async (name, access) => saveProfile({ file, keyRing }, name, access),
    use: async (name) => {
      const { profiles } = await known(file, name);
      await file.write({ current: name, profiles });
    },
    remove: async (name) => {
      const { current, profiles } = await known(file, name);
      await keyRing.delete(name);
      const { [name]: _removed, ...others } = profiles;
      await file.write({ current: current === name ? DEFAULT_PROFILE : current, profiles: others });
    },
    list: async () => {
      const { current, profiles } = await file.read();
      return Object.entries(profiles).map(([name, { url, api_key }]) => ({
        name,
        url,
        is_current: name === current,
        key_store: api_key === undefined ? 'key ring' : 'file',
      }));
    },
  };
}

interface Stores {
  readonly file: ProfileStore;
  readonly keyRing: KeyRing;
}

async function saveProfile(
  { file, keyRing }: Stores,
  name: string,
  { url, apiKey }: Access,
): Promise<'key ring' | 'file'> {
  const { current, profiles } = await file.read();
  const isInRing = await keyRing.store(name, apiKey);
  const profile = isInRing ? { url } : { url, api_key: apiKey };
  const selected = Object.hasOwn(profiles, current) ? current : name;
  await file.write({ current: selected, profiles: { ...profiles, [name]: profile } });
  return isInRing ? 'key ring' : 'file';
}

/** A name such as `constructor` is a property of every object. */
function profileOf({ profiles }: Profiles, name: string): Profile | undefined {
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

async function known(file: ProfileStore, name: string): Promise<Profiles> {
  const stored = await file.read();
  if (profileOf(stored, name) === undefined)
    throw new CommandFailure(EXIT_CODES.usage, `There is no profile ${name}; see outreach profiles list.`);
  return stored;
}

const notLoggedIn = (name: string): CommandFailure =>
  new CommandFailure(
    EXIT_CODES.credential,
    `Not logged in: the profile ${name} has no API key. Run outreach login, or set OUTREACH_API_KEY.`,
  );
