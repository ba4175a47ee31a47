import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createProfileStore, type ProfileStore } from './profile-file.ts';

const PROFILES = { current: 'work', profiles: { work: { url: 'http://127.0.0.1:1', api_key: 'otk_1' } } };

let folder = '';
let warnings: string[] = [];
let store: ProfileStore;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'outreach-cli-')), 'outreach');
  warnings = [];
  store = createProfileStore(folder, (text) => warnings.push(text));
});

afterEach(async () => rm(join(folder, '..'), { recursive: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe('the file of the profiles', () => {
  it('has no profile before the first log-in', async () => {
    expect(await store.read()).toEqual({ current: 'default', profiles: {} });
  });

  it('is readable by its owner only, in a folder of its own', async () => {
    await store.write(PROFILES);
    expect(await store.read()).toEqual(PROFILES);
    expect(await readdir(folder)).toEqual(['profiles.json']);
    expect([await modeOf(folder), await modeOf(join(folder, 'profiles.json'))]).toEqual([0o700, 0o600]);
    expect(warnings).toEqual([]);
  });

  it('is protected again, with a warning, when others could read it', async () => {
    await store.write(PROFILES);
    const path = join(folder, 'profiles.json');
    await chmod(path, 0o644);
    expect(await store.read()).toEqual(PROFILES);
    expect(await modeOf(path)).toBe(0o600);
    expect(warnings).toEqual([expect.stringContaining('(mode 644)')]);
  });

  it('is refused with its path when it is damaged', async () => {
    await store.write(PROFILES);
    await writeFile(join(folder, 'profiles.json'), '{"current":1}');
    await expect(store.read()).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(`${folder}/profiles.json is damaged`),
    });
  });
});
