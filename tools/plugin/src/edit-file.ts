import type { Tree } from '@nx/devkit';

/** A change of a file, which is text in and text out; undefined when the file lacks the place. */
export interface Edit {
  readonly place: string;
  readonly apply: (text: string) => string | undefined;
}

/** Changes a file at places it must have. @throws Error naming the place that it does not have. */
export function editFile(tree: Tree, path: string, edits: readonly Edit[]): void {
  let text = readText(tree, path);
  for (const { place, apply } of edits) {
    const changed = apply(text);
    if (changed === undefined) throw new Error(`${path} has no ${place}: change it by hand.`);
    text = changed;
  }
  tree.write(path, text);
}

/** @throws Error when there is no such file. */
export function readText(tree: Tree, path: string): string {
  const text = tree.read(path, 'utf8');
  if (text === null) throw new Error(`${path} does not exist.`);
  return text;
}

/** A generator adds and never overwrites. @throws Error when the file is there. */
export function refuseExisting(tree: Tree, path: string): void {
  if (tree.exists(path)) throw new Error(`${path} exists already.`);
}

/** Puts text before the first match. */
export const before = (at: RegExp, added: string): Edit => replaceFirst(at, (match) => `${added}${match}`);

/** Puts text behind the first match. */
export const after = (at: RegExp, added: string): Edit => replaceFirst(at, (match) => `${match}${added}`);

/** What stands there afterwards is made of the match and its groups. */
export function replaceFirst(at: RegExp, put: (match: string, groups: readonly string[]) => string): Edit {
  return {
    place: `place that matches ${String(at)}`,
    apply: (text) => {
      const match = at.exec(text);
      if (match === null) return undefined;
      const [whole, ...groups] = match;
      return `${text.slice(0, match.index)}${put(whole, groups)}${text.slice(match.index + whole.length)}`;
    },
  };
}

/** Adds to the end of a block that ends with a line of its own; `opening` matches up to its brace. */
export function addToBlock(opening: RegExp, end: RegExp, added: string): Edit {
  const block = new RegExp(`(${opening.source}[^]*?\\n)(?=${end.source})`);
  return replaceFirst(block, (match) => `${match}${added}\n`);
}

/** Adds to the end of a flat list; `opening` matches up to its bracket. */
export function addToList(opening: RegExp, item: string): Edit {
  const list = new RegExp(`(${opening.source})([^\\]}]*?)(,?\\s*[\\]}])`);
  return replaceFirst(list, (_match, [head = '', items = '', end = '']) => {
    const separator = items.trim() === '' ? '' : ', ';
    return `${head}${items}${separator}${item}${end}`;
  });
}

/** An import of `file`, at its place among the imports that are sorted by their files. */
export function addImport(names: string, file: string): Edit {
  const statement = /^import [^;]*? from '([^']*)';\n/gm;
  return {
    place: 'imports',
    apply: (text) => {
      const found = [...text.matchAll(statement)];
      const next = found.find(([, path = '']) => path.startsWith('.') && path > file) ?? found.at(-1);
      if (next === undefined) return undefined;
      const [, nextFile = ''] = next;
      const position = nextFile.startsWith('.') && nextFile > file ? next.index : next.index + next[0].length;
      return `${text.slice(0, position)}import ${names} from '${file}';\n${text.slice(position)}`;
    },
  };
}
