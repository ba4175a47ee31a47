import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandFailure, EXIT_CODES } from '../exit-codes.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const MODE_BITS = 0o777;
const FILE_NAME = 'profiles.json';

const Profile = z.object({
  url: z.string(),
  /** Absent if the key is in the key ring. */
  api_key: z.string().optional(),
});
const ProfileFile = z.object({ current: z.string(), profiles: z.record(z.string(), Profile) });

export type Profile = z.output<typeof Profile>;
export type Profiles = z.output<typeof ProfileFile>;

/** The file of the profiles. Only its owner can read it. */
export interface ProfileStore {
  read(): Promise<Profiles>;
  write(profiles: Profiles): Promise<void>;
}

/** @param warn receives a warning if others could read the file; its mode is corrected. */
export function createProfileStore(folder: string, warn: (text: string) => void): ProfileStore {
  const path = join(folder, FILE_NAME);
  return {
    read: async () => {
      const text = await readText(path);
      if (text === undefined) return { current: 'default', profiles: {} };
      await protect(path, warn);
      return parse(text, path);
    },
    write: async (profiles) => {
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      await chmod(folder, FOLDER_MODE);
      const temporary = `${path}.${process.pid}`;
      await writeFile(temporary, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: FILE_MODE });
      await rename(temporary, path);
    },
  };
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined;
    throw new CommandFailure(EXIT_CODES.usage, `${path} cannot be read.`);
  }
}

async function protect(path: string, warn: (text: string) => void): Promise<void> {
  const mode = (await stat(path)).mode & MODE_BITS;
  if ((mode & ~FILE_MODE) === 0) return;
  await chmod(path, FILE_MODE);
  warn(
    `Warning: other users could read ${path} (mode ${mode.toString(8)}). Its mode is 600 now; rotate the API keys in it.`,
  );
}

function parse(text: string, path: string): Profiles {
  try {
    return ProfileFile.parse(JSON.parse(text));
  } catch {
    throw new CommandFailure(EXIT_CODES.usage, `${path} is damaged. Delete it and log in again.`);
  }
}
