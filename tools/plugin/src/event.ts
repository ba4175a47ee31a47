import { formatFiles, generateFiles, type Tree } from '@nx/devkit';
import { join } from 'node:path';
import { addToList, before, editFile, readText, replaceFirst } from './edit-file.ts';
import { spell } from './naming.ts';

const EXAMPLE_ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y2';

export interface EventOptions {
  readonly service: string;
  readonly type: string;
  readonly description: string;
  readonly prefix?: string;
  readonly fields?: string;
}

interface FieldType {
  readonly schema: string;
  readonly example: string;
}

const fieldTypes: Readonly<Record<string, FieldType>> = {
  text: { schema: 'z.string()', example: `'text'` },
  integer: { schema: 'z.int()', example: '1' },
  number: { schema: 'z.number()', example: '0.5' },
  flag: { schema: 'z.boolean()', example: 'true' },
  time: { schema: 'z.iso.datetime()', example: `'2026-01-31T09:30:00.000Z'` },
};

/** Adds an event type to a contract: its definition, its entry in the list, and a test over the list. */
export async function eventGenerator(tree: Tree, options: EventOptions): Promise<void> {
  const folder = `libs/contracts/${options.service}/src`;
  const path = `${folder}/events.ts`;
  if (!tree.exists(path)) {
    throw new Error(
      `${path} does not exist: the first event of a service is added by hand, see CONTRIBUTING.md.`,
    );
  }
  const text = readText(tree, path);
  if (text.includes(`'${options.type}'`)) throw new Error(`${path} already has ${options.type}.`);
  const [, list] = /export const (\w+Events)\b/.exec(text) ?? [];
  if (list === undefined) throw new Error(`${path} exports no list of its events.`);
  const name = spell(options.type).camel;
  const definition = definitionOf(name, options, text);
  editFile(tree, path, [
    // The comment of the list stays with the list.
    before(new RegExp(`(/\\*\\*[^*]*\\*/\\n)?export const ${list}\\b`), definition),
    addToList(new RegExp(`export const ${list}\\b[^=]*= \\[`), name),
  ]);
  exportFromIndex(tree, `${folder}/index.ts`, name);
  if (!tree.exists(`${folder}/events.test.ts`)) {
    const template = join(import.meta.dirname, '..', 'files', 'event');
    generateFiles(tree, template, folder, { list, service: options.service });
  }
  await formatFiles(tree);
}

function definitionOf(name: string, options: EventOptions, events: string): string {
  const [category = ''] = options.type.split('.');
  const id = `${options.prefix ?? prefixOf(category, events)}_${EXAMPLE_ULID}`;
  const fields = fieldsOf(options.fields ?? '');
  const schema = fields.map((field) => `${field.name}: ${field.schema},`).join(' ');
  const example = fields.map((field) => `${field.name}: ${field.example},`).join(' ');
  return `export const ${name} = defineEvent({
    type: '${options.type}',
    category: '${category}',
    description: ${JSON.stringify(options.description)},
    data: z.object({ id: z.string(), ${schema} }),
    example: { id: '${id}', ${example} },
  });\n\n`;
}

/** The id prefix of the examples of this category; the category itself by default. */
function prefixOf(category: string, events: string): string {
  const example = new RegExp(`const ${spell(category).camel}Example = \\{\\s*id: '([a-z]+)_`);
  return example.exec(events)?.[1] ?? category.replaceAll('_', '');
}

interface Field extends FieldType {
  readonly name: string;
}

function fieldsOf(fields: string): Field[] {
  return fields
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '')
    .map(fieldOf);
}

function fieldOf(field: string): Field {
  const [, name, typeName, nullable] = /^([a-z]+(?:_[a-z0-9]+)*):([a-z]+)(\?)?$/.exec(field) ?? [];
  const type = fieldTypes[typeName ?? ''];
  if (name === undefined || type === undefined) {
    throw new Error(
      `${field} is not a field: write name:type with one of the types ${Object.keys(fieldTypes).join(', ')}.`,
    );
  }
  return {
    name,
    example: type.example,
    schema: nullable === undefined ? type.schema : `${type.schema}.nullable()`,
  };
}

function exportFromIndex(tree: Tree, path: string, name: string): void {
  if (readText(tree, path).includes("export * from './events.ts'")) return;
  const list = /(export \{)([^{}]*?)(,?\s*\} from '\.\/events\.ts')/;
  editFile(tree, path, [
    replaceFirst(list, (_match, [head = '', exported = '', end = '']) => {
      const sorted = [...exported.split(',').map((item) => item.trim()), name];
      return `${head} ${sorted.sort((a, b) => a.localeCompare(b, 'en')).join(', ')}${end}`;
    }),
  ]);
}
