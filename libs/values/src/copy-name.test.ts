import { describe, expect, it } from '@jest/globals';
import { freeCopyName } from './copy-name.ts';

const using = (...used: readonly string[]) => ({
  charactersMax: 20,
  usedNames: async (names: readonly string[]) =>
    Promise.resolve(new Set(names.filter((name) => used.includes(name)))),
});

describe('freeCopyName', () => {
  it('appends (Copy), then (Copy 2)', async () => {
    expect(await freeCopyName('Intro', using())).toBe('Intro (Copy)');
    expect(await freeCopyName('Intro', using('Intro (Copy)'))).toBe('Intro (Copy 2)');
    expect(await freeCopyName('Intro', using('Intro (Copy)', 'Intro (Copy 2)'))).toBe('Intro (Copy 3)');
  });

  it('continues after the names of one query', async () => {
    const used = Array.from({ length: 60 }, (_, index) => `Intro (Copy ${index + 1})`);
    expect(await freeCopyName('Intro', using('Intro (Copy)', ...used))).toBe('Intro (Copy 61)');
  });

  it('cuts a long name before its suffix', async () => {
    expect(await freeCopyName('😀'.repeat(20), using())).toBe(`${'😀'.repeat(13)} (Copy)`);
  });
});
