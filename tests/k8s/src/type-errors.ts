import path from 'node:path';
import ts from 'typescript';
import type { Manifest } from './schemas.ts';

const FILE = path.join(import.meta.dirname, 'objects.ts');
const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/**
 * The errors of TypeScript for objects that are written as literals of their models. A literal may have no unknown
 * member, which the models themselves accept. Example: `Deployment/auth: … '"replicsa"' does not exist in type 'IDeploymentSpec'.`
 */
export function typeErrorsOf(objects: readonly Manifest[]): readonly string[] {
  const lines = objects.map(toDeclaration);
  const program = ts.createProgram([FILE], OPTIONS, hostOf(lines.join('\n')));
  const file = program.getSourceFile(FILE);
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start = 0 }) => {
    const object = objects[file?.getLineAndCharacterOfPosition(start).line ?? 0];
    const text = ts.flattenDiagnosticMessageText(messageText, ' ');
    return `${object?.kind}/${object?.metadata.name}: ${text}`;
  });
}

/** One line: the position of an error gives the object. */
const toDeclaration = (object: Manifest, index: number): string =>
  `export const object${index}: import('kubernetes-models/${object.apiVersion}/${object.kind}').I${object.kind} = ${JSON.stringify(object)};`;

/** A compiler host with one file that is not on the disk. */
function hostOf(source: string): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  return {
    ...host,
    fileExists: (name) => name === FILE || host.fileExists(name),
    readFile: (name) => (name === FILE ? source : host.readFile(name)),
    getSourceFile: (name, target) =>
      name === FILE ? ts.createSourceFile(name, source, target) : host.getSourceFile(name, target),
  };
}
