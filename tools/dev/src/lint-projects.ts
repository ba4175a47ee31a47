import { ESLint } from 'eslint';
import { relative } from 'node:path';
import { isFileOf, type ProjectChecker } from './project-check.ts';
import { repositoryRoot } from './repository-root.ts';

/** Lints projects. A warning is a problem too. */
export const lintProjects: ProjectChecker = async (projects) => {
  const eslint = new ESLint({ cwd: repositoryRoot });
  const results = await eslint.lintFiles(projects.flatMap(({ paths }) => paths));
  const formatter = await eslint.loadFormatter('stylish');
  return Promise.all(
    projects.map(async (project) => {
      const own = results.filter(({ filePath }) => isFileOf(project, relative(repositoryRoot, filePath)));
      return { name: project.name, problems: await formatter.format(own) };
    }),
  );
};
