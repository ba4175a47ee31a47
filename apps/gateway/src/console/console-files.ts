import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The prefix of every address of the console. */
export const CONSOLE_PATH = '/console/';

/** Replaced in the page by the nonce of the response. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};
const OTHER_CONTENT = 'application/octet-stream';
const COMPRESSED = '.br';

export interface ConsoleFile {
  readonly contentType: string;
  /** True if the build has the file also compressed by brotli. */
  readonly hasBrotli: boolean;
  read(encoding: 'identity' | 'br'): Promise<Buffer>;
}

/** A build of the console. */
export interface ConsoleFiles {
  /** The page, with placeholders for the nonce. */
  readonly page: string;
  /** The file of an address below `/console/`. The addresses are those of the build, so no address leads out of it. */
  find(address: string): ConsoleFile | undefined;
}

/** The build in a folder; undefined if there is none. */
export function openConsoleFiles(folder: string): ConsoleFiles | undefined {
  const pagePath = path.join(folder, 'index.html');
  if (!existsSync(pagePath)) return undefined;
  const names = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  const files = new Map<string, ConsoleFile>();
  for (const name of names) {
    const isServed = path.extname(name) in CONTENT_TYPES;
    if (isServed) files.set(addressOf(name), fileOf(folder, name, names.has(`${name}${COMPRESSED}`)));
  }
  return { page: readFileSync(pagePath, 'utf8'), find: (address) => files.get(address) };
}

function addressOf(name: string): string {
  return `${CONSOLE_PATH}${name.split(path.sep).join('/')}`;
}

function fileOf(folder: string, name: string, hasBrotli: boolean): ConsoleFile {
  return {
    contentType: CONTENT_TYPES[path.extname(name)] ?? OTHER_CONTENT,
    hasBrotli,
    read: async (encoding) => readFile(path.join(folder, encoding === 'br' ? `${name}${COMPRESSED}` : name)),
  };
}
