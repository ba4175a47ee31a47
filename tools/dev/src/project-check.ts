import { sep } from 'node:path';

/** A project and the files and folders to check, relative to the repository. */
export interface CheckedProject {
  readonly name: string;
  readonly paths: readonly string[];
}

export interface ProjectProblems {
  readonly name: string;
  /** Lines to print; empty if the project has no problem. */
  readonly problems: string;
}

/** Checks projects in one process. Returns the problems of every project. */
export type ProjectChecker = (projects: readonly CheckedProject[]) => Promise<readonly ProjectProblems[]>;

/** True if the path, relative to the repository, is a file of the project. */
export function isFileOf({ paths }: CheckedProject, path: string): boolean {
  return paths.some((own) => path === own || path.startsWith(own + sep));
}
