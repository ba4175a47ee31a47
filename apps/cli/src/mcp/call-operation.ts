import { OutreachError, type Call } from '@outreach/client';
import { z } from 'zod';
import { printable } from '../output/printable.ts';
import { isArgument, isForm, PAGE_SIZE_MAX, type Tool } from './tools.ts';

/** An answer with more text is refused: it would fill the context. */
const ANSWER_CHARACTERS_MAX = 200_000;

export interface Answer {
  readonly isError: boolean;
  readonly text: string;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Calls the operation of a tool. An error of the API is an answer, so that the model can correct its call. */
export async function callOperation(request: Call, tool: Tool, args: Arguments): Promise<Answer> {
  const path = pathOf(tool, args);
  if (path === undefined) return { isError: true, text: 'A parameter of the path is missing or not an id.' };
  try {
    return answerOf(await request(tool.operation.method, path, { body: bodyOf(tool, args['body']) }));
  } catch (thrown) {
    if (thrown instanceof OutreachError) return { isError: true, text: errorOf(thrown) };
    throw thrown;
  }
}

function answerOf(body: unknown): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  if (text.length > ANSWER_CHARACTERS_MAX)
    return {
      isError: true,
      text: `The answer has ${text.length} characters, over ${ANSWER_CHARACTERS_MAX}. Use a smaller page_size, or filters.`,
    };
  return { isError: false, text: text === '' ? 'Done.' : text };
}

/** Path and query of a call; undefined if a parameter of the path is missing or could change the path. */
function pathOf({ operation }: Tool, args: Arguments): string | undefined {
  const query = new URLSearchParams();
  let { path } = operation;
  for (const { name, in: location } of operation.parameters.filter(isArgument)) {
    const values = [args[name] ?? []].flat().map((value) => toText(name, value));
    if (location === 'query') for (const value of values) query.append(name, value);
    else if (/^(\.{0,2})$/.test(values[0] ?? '')) return undefined;
    else path = path.replace(`{${name}}`, encodeURIComponent(values[0] ?? ''));
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function toText(name: string, value: unknown): string {
  if (name === 'page_size') return String(Math.min(Number(value), PAGE_SIZE_MAX));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const PagedBody = z.looseObject({ page_size: z.number().optional() });

const FormFields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
/** The field of a form that is a file. */
const FILE_FIELD = 'file';
const FILE_NAME = 'file.csv';

function bodyOf({ operation }: Tool, body: unknown): unknown {
  const fields = isForm(operation) ? FormFields.safeParse(body).data : undefined;
  return fields === undefined ? limitPage(body) : formOf(fields);
}

function formOf(fields: z.output<typeof FormFields>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (name === FILE_FIELD) form.append(name, new Blob([String(value)]), FILE_NAME);
    else form.append(name, String(value));
  }
  return form;
}

function limitPage(body: unknown): unknown {
  const paged = PagedBody.safeParse(body);
  if (!paged.success || paged.data.page_size === undefined) return body;
  return { ...paged.data, page_size: Math.min(paged.data.page_size, PAGE_SIZE_MAX) };
}

/** Code, reason and message of an error, and its other fields. */
function errorOf({ status, message, body }: OutreachError): string {
  if (body === undefined) return printable(message);
  const { code, reason, message: _message, ...fields } = body;
  const kind = reason === undefined ? code : `${code}, ${reason}`;
  const more = Object.keys(fields).length === 0 ? '' : ` ${JSON.stringify(fields)}`;
  return printable(`${message} (${kind}, status ${status})${more}`);
}
