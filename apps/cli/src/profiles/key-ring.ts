const SERVICE = 'outreach';
/** A locked key ring asks its user for a password first. */
const TIMEOUT_MS = 60_000;
/** The other store of Linux, the keyring of the kernel, loses its keys at a restart. */
const OPTIONS = { linux: { store: 'secret-service' } } as const;

/** The key ring of the operating system. A method returns undefined, or false, if there is no key ring. */
export interface KeyRing {
  store(profile: string, apiKey: string): Promise<boolean>;
  read(profile: string): Promise<string | undefined>;
  delete(profile: string): Promise<void>;
}

/** The absent key ring: keys are stored in the file of the profiles. */
export const noKeyRing: KeyRing = {
  store: async () => false,
  read: async () => undefined,
  delete: async () => undefined,
};

export function createKeyRing(): KeyRing {
  const entryOf = async (profile: string) => {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry(SERVICE, profile, OPTIONS);
  };
  const signal = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);
  return {
    store: async (profile, apiKey) => {
      try {
        await (await entryOf(profile)).setPassword(apiKey, signal());
        return true;
      } catch {
        return false;
      }
    },
    read: async (profile) => {
      try {
        return (await (await entryOf(profile)).getPassword(signal())) ?? undefined;
      } catch {
        return undefined;
      }
    },
    delete: async (profile) => {
      try {
        await (await entryOf(profile)).deletePassword(signal());
      } catch {
        // Without a key ring, it has no key.
      }
    },
  };
}
