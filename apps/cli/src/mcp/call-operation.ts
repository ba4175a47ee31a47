import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { printable } from '../output/printable.ts';
import { isArgument, isForm, PAGE_SIZE_MAX, type Tool } from './tools.ts';

/** An answer with more text is refused: it would fill the context. */
const ANSWER_CHARACTERS_MAX = 200_000;
const ATTEMPTS_MAX = 3;
const PAUSE_MS = 500;
const SERVER_ERROR = 500;

export interface Answer {
  readonly isError: boolean;
  readonly text: string;
}

export interface ApiRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Sent as it is if it is a form, else as JSON. */
  readonly body: unknown;
  /** The same for each attempt of a POST, so that it takes effect once. */
  readonly idempotencyKey?: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly text: string;
}

/** Sends one request with the credential. */
export type SendRequest = (request: ApiRequest) => Promise<ApiResponse>;

type Arguments = Readonly<Record<string, unknown>>;

/** Calls the operation of a tool. An error of the API is an answer, so that the model can correct its call. */
export async function callOperation(send: SendRequest, tool: Tool, args: Arguments): Promise<Answer> {
  const path = pathOf(tool, args);
  if (path === undefined) return { isError: true, text: 'A parameter of the path is missing or not an id.' };
  const { method } = tool.operation;
  const request = { method, path, body: bodyOf(tool, args['body']) };
  const { status, text } = await sendAgain(
    send,
    method === 'post' ? { ...request, idempotencyKey: randomUUID() } : request,
  );
  if (status >= 400) return { isError: true, text: errorOf(status, text) };
  if (text.length > ANSWER_CHARACTERS_MAX)
    return {
      isError: true,
      text: `The answer has ${text.length} characters, over ${ANSWER_CHARACTERS_MAX}. Use a smaller page_size, or filters.`,
    };
  return { isError: false, text: text === '' ? 'Done.' : text };
}

/** A request without an answer, or with a failure of the server, is sent again if that cannot double its effect. */
async function sendAgain(send: SendRequest, request: ApiRequest): Promise<ApiResponse> {
  const isSafe = request.method === 'get' || request.idempotencyKey !== undefined;
  for (let attempt = 1; ; attempt += 1) {
    const isLast = !isSafe || attempt === ATTEMPTS_MAX;
    const response = await send(request).catch((thrown: unknown) => {
      if (isLast) throw thrown;
      return undefined;
    });
    if (response !== undefined && (isLast || response.status < SERVER_ERROR)) return response;
    await delay(PAUSE_MS * attempt);
  }
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

const ErrorBody = z.object({
  error: z.looseObject({ code: z.string(), reason: z.string().optional(), message: z.string() }),
});

/** Code, reason and message of an error, and its other fields. */
function errorOf(status: number, text: string): string {
  const parsed = ErrorBody.safeParse(parseJson(text));
  if (!parsed.success) return `The server answered with the status ${status}.`;
  const { code, reason, message, ...fields } = parsed.data.error;
  const kind = reason === undefined ? code : `${code}, ${reason}`;
  const more = Object.keys(fields).length === 0 ? '' : ` ${JSON.stringify(fields)}`;
  return printable(`${message} (${kind}, status ${status})${more}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
