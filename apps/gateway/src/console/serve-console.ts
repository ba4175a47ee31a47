import { HttpRefusal, type Reply } from '@outreach/http-kit';
import type { Request } from 'express';
import { randomBytes } from 'node:crypto';
import type { Middleware } from '../pipeline/exchange.ts';
import type { Respond } from '../pipeline/respond.ts';
import { CONSOLE_PATH, NONCE_PLACEHOLDER, type ConsoleFile, type ConsoleFiles } from './console-files.ts';

const NONCE_BYTES = 16;
const METHODS = 'GET, HEAD, OPTIONS';
/** The files of this folder have a hash of their content in their names. */
const HASHED_FOLDER = `${CONSOLE_PATH}assets/`;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const NO_BUILD = 'The console is not built; run npm run console:build and start the gateway again.';

interface ServeConsoleOptions {
  /** Undefined without a build. */
  readonly files: ConsoleFiles | undefined;
  readonly respond: Respond;
}

/** Answers `/console/…`: the files of the build, and for every other address the page. Routes win. */
export function serveConsole({ files, respond }: ServeConsoleOptions): Middleware {
  return async (req, res, next) => {
    const address = req.path;
    const isConsole = address.startsWith(CONSOLE_PATH) || `${address}/` === CONSOLE_PATH;
    if (res.locals.path !== undefined || !isConsole) {
      next();
      return;
    }
    await respond(res.locals, await replyTo(req, files));
  };
}

async function replyTo(req: Request, files: ConsoleFiles | undefined): Promise<Reply> {
  if (req.method === 'OPTIONS') return { status: 204, headers: { Allow: METHODS } };
  if (req.method !== 'GET' && req.method !== 'HEAD')
    throw new HttpRefusal('unknown_method', { Allow: METHODS });
  if (!req.path.startsWith(CONSOLE_PATH)) return { status: 308, headers: { Location: CONSOLE_PATH } };
  if (files === undefined)
    return { status: 503, body: NO_BUILD, headers: { 'Content-Type': 'text/plain; charset=utf-8' } };
  const file = files.find(req.path);
  if (file !== undefined) return fileReply(req, file);
  if (req.path.startsWith(HASHED_FOLDER)) throw new HttpRefusal('unknown_path');
  return pageReply(files);
}

async function fileReply(req: Request, file: ConsoleFile): Promise<Reply> {
  const encoding = file.hasBrotli && req.acceptsEncodings('br') === 'br' ? 'br' : 'identity';
  const isHashed = req.path.startsWith(HASHED_FOLDER);
  return {
    status: 200,
    body: await file.read(encoding),
    headers: {
      'Content-Type': file.contentType,
      'Cache-Control': isHashed ? IMMUTABLE : 'no-cache',
      Vary: 'Accept-Encoding, Origin',
      ...(encoding === 'br' ? { 'Content-Encoding': encoding } : {}),
    },
  };
}

function pageReply({ page }: ConsoleFiles): Reply {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return {
    status: 200,
    body: page.replaceAll(NONCE_PLACEHOLDER, nonce),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': pagePolicy(nonce),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'same-origin',
    },
  };
}

/**
 * The policy of the console: scripts, data and frames of its own origin only. Style elements need the nonce of the
 * response. A frame with an email inherits the policy.
 */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
