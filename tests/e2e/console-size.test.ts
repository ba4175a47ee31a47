import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { consoleDist, ensureConsole } from '@outreach/dev/console-build';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';

jest.setTimeout(60_000);

const KIB = 1_024;
const FIRST_LOAD_MAX = 300 * KIB;
const PAGE_MAX = 160 * KIB;

const chunkSchema = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
});
type Manifest = Readonly<Record<string, z.output<typeof chunkSchema>>>;

let manifest: Manifest;

beforeAll(async () => {
  await ensureConsole(() => undefined);
  const text = readFileSync(path.join(consoleDist, 'manifest.json'), 'utf8');
  manifest = z.record(z.string(), chunkSchema).parse(JSON.parse(text));
});

/** The scripts that an entry loads at once. */
function loadedBy(name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports) loadedBy(imported, found);
  return found;
}

function gzippedBytes(files: Iterable<string>): number {
  return [...files]
    .map((file) => gzipSync(readFileSync(path.join(consoleDist, file))).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}

describe('the build of the console', () => {
  it('loads at most 300 KiB of gzipped script first', () => {
    const first = loadedBy('index.html');
    expect(first.size).toBeGreaterThan(1);
    expect(gzippedBytes(first)).toBeLessThanOrEqual(FIRST_LOAD_MAX);
  });

  it('loads at most 160 KiB more for each page', () => {
    const first = loadedBy('index.html');
    const pages = Object.keys(manifest).filter((name) => /^src\/pages\/.*-page\.tsx$/.test(name));
    expect(pages.length).toBeGreaterThan(5);
    for (const name of pages) {
      const further = [...loadedBy(name)].filter((file) => !first.has(file));
      expect([name, gzippedBytes(further) <= PAGE_MAX]).toEqual([name, true]);
    }
  });
});
