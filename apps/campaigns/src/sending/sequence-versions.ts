import type { SequenceContent } from '../sequences/index.ts';
import type { SequenceContents } from './ports.ts';
import type { SequenceVersions } from './prepare-sends.ts';

const CACHED_MAX = 200;

/** Keeps the content of sequences until they get another version. */
export function createSequenceVersions(contents: SequenceContents): SequenceVersions {
  const cached = new Map<string, SequenceContent>();
  const read = async (id: string, version: number): Promise<SequenceContent | undefined> => {
    const known = cached.get(id);
    cached.delete(id);
    const content = known?.version === version ? known : await contents.findVersion(id, version);
    if (content === undefined) return undefined;
    cached.set(id, content);
    const [oldest] = cached.keys();
    if (cached.size > CACHED_MAX && oldest !== undefined) cached.delete(oldest);
    return content;
  };
  return {
    currentOf: async (ids) => {
      const found = new Map<string, SequenceContent>();
      for (const [id, version] of await contents.versionsOf(ids)) {
        const content = await read(id, version);
        if (content !== undefined) found.set(id, content);
      }
      return found;
    },
  };
}
