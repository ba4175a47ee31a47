import { lintProjects } from './src/lint-projects.ts';
import { PlainError, runMain } from './src/plain-error.ts';
import type { CheckedProject, ProjectChecker } from './src/project-check.ts';
import { writeResult } from './src/results.ts';
import { typecheckProjects } from './src/typecheck-projects.ts';

const CHECKERS: Readonly<Record<string, ProjectChecker>> = {
  lint: lintProjects,
  typecheck: typecheckProjects,
};

// `check-projects.ts TARGET PROJECT=PATH[,PATH…]…`: checks projects together and stores the result of each.
await runMain(async () => {
  const [target = '', ...projects] = process.argv.slice(2);
  const checkProjects = CHECKERS[target];
  if (checkProjects === undefined)
    throw new PlainError(`${target} is not one of ${Object.keys(CHECKERS).join(', ')}.`);
  const results = await checkProjects(projects.map(toProject));
  for (const { name, problems } of results) {
    const passed = problems === '' ? 1 : 0;
    const output = `${problems}${passed === 1 ? 'ok    ' : 'FAILED'} ${target} ${name}\n`;
    writeResult(name, target, { passed, failed: 1 - passed, skipped: 0, files: [], output });
  }
  return results.every(({ problems }) => problems === '') ? 0 : 1;
});

function toProject(argument: string): CheckedProject {
  const [name = '', paths = ''] = argument.split('=');
  return { name, paths: paths.split(',') };
}
