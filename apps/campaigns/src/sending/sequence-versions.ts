import { LRUCache } from 'lru-cache';
import type { SequenceContent, SequenceReader } from '../sequences/index.ts';
import type { SequenceVersions } from './ports.ts';

const CACHED_MAX = 200;

/** Keeps the content of sequences in memory until they get another version. Sends name these versions. */
export function createSequenceVersions(
  contents: Pick<SequenceReader, 'versionsOf' | 'findVersion' | 'keepUsed'>,
): SequenceVersions {
  const cached = new LRUCache<string, SequenceContent>({ max: CACHED_MAX });
  const read = async (id: string, version: number): Promise<SequenceContent | undefined> => {
    const known = cached.get(id);
    if (known?.version === version) return known;
    const content = await contents.findVersion(id, version);
    if (content === undefined) return undefined;
    await contents.keepUsed(content);
    cached.set(id, content);
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
