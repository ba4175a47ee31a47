// Which test files belong to which tier. A file that kills processes, measures isolation under load, or builds something
// ends in `.deep.test.ts`.

const deep = '**/*.deep.test.ts';
const all = '**/*.test.ts';

/** Options of jest for the files of a tier: `quick`, `deep`, or all files if it is undefined. */
export function tierPatterns(tier) {
  const roots = ['apps', 'bench', 'libs', 'tests', 'tools'].map((folder) => `<rootDir>/${folder}`);
  if (tier === 'deep') return { roots, testMatch: [deep] };
  if (tier === 'quick') return { roots, testMatch: [all, `!${deep}`] };
  return { roots, testMatch: [all] };
}
