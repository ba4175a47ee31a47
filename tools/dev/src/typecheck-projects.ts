import { join, relative } from 'node:path';
import ts from 'typescript';
import { isFileOf, type ProjectChecker } from './project-check.ts';
import { repositoryRoot } from './repository-root.ts';

const HOST: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => repositoryRoot,
  getNewLine: () => '\n',
};

/** Checks the types of projects. Files that they import from other projects are read, and not checked. */
export const typecheckProjects: ProjectChecker = async (projects) => {
  const { fileNames, options } = readConfiguration();
  const isChecked = (fileName: string): boolean =>
    projects.some((project) => isFileOf(project, relative(repositoryRoot, fileName)));
  const program = ts.createProgram(fileNames.filter(isChecked), { ...options, incremental: false });
  const general = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  return projects.map((project) => {
    const own = program
      .getSourceFiles()
      .filter(({ fileName }) => isFileOf(project, relative(repositoryRoot, fileName)))
      .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
    return { name: project.name, problems: ts.formatDiagnostics([...general, ...own], HOST) };
  });
};

/** The compiler options and files of the repository; all projects have the same options. */
function readConfiguration(): ts.ParsedCommandLine {
  const path = join(repositoryRoot, 'tsconfig.json');
  const unused = (): void => undefined;
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: unused };
  const parsed = ts.getParsedCommandLineOfConfigFile(path, { noEmit: true }, host);
  if (parsed === undefined) throw new Error(`${path} cannot be read.`);
  return parsed;
}
