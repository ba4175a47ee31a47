import type { Tree } from '@nx/devkit';

/** A change of the text of a file; `apply` returns undefined when the text has no match. */
export interface Edit {
  readonly target: string;
  readonly apply: (text: string) => string | undefined;
}

/** Changes a file. @throws Error naming the edit that does not match. */
export function editFile(tree: Tree, path: string, edits: readonly Edit[]): void {
  let text = readText(tree, path);
  for (const { target, apply } of edits) {
    const changed = apply(text);
    if (changed === undefined) throw new Error(`${path} has no ${target}: change it by hand.`);
    text = changed;
  }
  tree.write(path, text);
}

/** @throws Error when the file does not exist. */
export function readText(tree: Tree, path: string): string {
  const text = tree.read(path, 'utf8');
  if (text === null) throw new Error(`${path} does not exist.`);
  return text;
}

/** Generators never overwrite. @throws Error when the file exists. */
export function refuseExisting(tree: Tree, path: string): void {
  if (tree.exists(path)) throw new Error(`${path} already exists.`);
}

/** Inserts text before the first match. */
export const before = (at: RegExp, added: string): Edit => replaceFirst(at, (match) => `${added}${match}`);

/** Inserts text after the first match. */
export const after = (at: RegExp, added: string): Edit => replaceFirst(at, (match) => `${match}${added}`);

/** Replaces the first match by a text that is made of the match and its groups. */
export function replaceFirst(at: RegExp, put: (match: string, groups: readonly string[]) => string): Edit {
  return {
    target: `text that matches ${String(at)}`,
    apply: (text) => {
      const match = at.exec(text);
      if (match === null) return undefined;
      const [whole, ...groups] = match;
      return `${text.slice(0, match.index)}${put(whole, groups)}${text.slice(match.index + whole.length)}`;
    },
  };
}

/** Appends a line to a block that ends with a line of its own. `opening` matches up to the brace of the block. */
export function addToBlock(opening: RegExp, end: RegExp, added: string): Edit {
  const block = new RegExp(`(${opening.source}[^]*?\\n)(?=${end.source})`);
  return replaceFirst(block, (match) => `${match}${added}\n`);
}

/** Appends an item to a flat list. `opening` matches up to the bracket of the list. */
export function addToList(opening: RegExp, item: string): Edit {
  const list = new RegExp(`(${opening.source})([^\\]}]*?)(,?\\s*[\\]}])`);
  return replaceFirst(list, (_match, [head = '', items = '', end = '']) => {
    const separator = items.trim() === '' ? '' : ', ';
    return `${head}${items}${separator}${item}${end}`;
  });
}

/** Adds an import of `file`; imports are sorted by their files. */
export function addImport(names: string, file: string): Edit {
  const statement = /^import [^;]*? from '([^']*)';\n/gm;
  return {
    target: 'imports',
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
