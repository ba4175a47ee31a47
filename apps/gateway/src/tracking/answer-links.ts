import type { TrackingKind, TrackingLink, TrackingTokens } from '@outreach/contracts-campaigns';
import { discardBytes } from '@outreach/http-kit/body';
import type { Request, RequestHandler, Response } from 'express';
import { requestIdOf } from '../pipeline/assign-request-id.ts';
import {
  PAGE_POLICY,
  TRY_AGAIN_PAGE,
  UNKNOWN_LINK_PAGE,
  UNSUBSCRIBE_PAGE,
  UNSUBSCRIBED_PAGE,
} from './pages.ts';
import type { HitRecorder } from './limit-hits.ts';
import type { Hit, Unsubscriber } from './ports.ts';

const PATH = /^\/(t\/o|t\/c|u)\/(.*)$/;
const KINDS: ReadonlyMap<string, TrackingKind> = new Map([
  ['t/o', 'open'],
  ['t/c', 'click'],
  ['u', 'unsubscribe'],
]);
/** A transparent image of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const USER_AGENT_CHARACTERS_MAX = 500;
const RETRY_AFTER_S = 60;

const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

export interface AnswerLinksPorts {
  readonly tokens: Pick<TrackingTokens, 'verify'>;
  readonly hits: HitRecorder;
  readonly unsubscriber: Unsubscriber;
  readonly newRequestId: () => string;
}

/**
 * Answers the links in emails: `/t/o/{token}.gif`, `/t/c/{token}` and `/u/{token}`. The token alone decides the answer,
 * so that links work while every other process is down. Other paths go on to the API.
 */
export function answerLinks(ports: AnswerLinksPorts): RequestHandler {
  return (req, res, next) => {
    const [, prefix = '', name = ''] = PATH.exec(req.path) ?? [];
    const kind = KINDS.get(prefix);
    if (kind === undefined) {
      next();
      return;
    }
    const token = kind === 'open' ? name.replace(/\.gif$/, '') : name;
    const requestId = requestIdOf(req, ports.newRequestId);
    res.set({ ...HEADERS, 'X-Request-Id': requestId });
    discardBytes(req);
    const link = ports.tokens.verify(token);
    if (link?.kind !== kind) sendPage(res, { status: 404, html: UNKNOWN_LINK_PAGE });
    else ANSWERS[kind](ports, { req, res, link, token, requestId }).catch(next);
  };
}

interface LinkRequest {
  readonly req: Request;
  readonly res: Response;
  readonly link: TrackingLink;
  readonly token: string;
  readonly requestId: string;
}

type Answer = (ports: AnswerLinksPorts, request: LinkRequest) => Promise<void>;

const ANSWERS: Readonly<Record<TrackingKind, Answer>> = {
  open: async ({ hits }, { req, res, link, token }) => {
    if (isRead(req)) {
      hits.record(toHit(req, link), token);
      res.status(200).type('gif').send(PIXEL);
    } else refuseMethod(res, 'GET, HEAD');
    return Promise.resolve();
  },
  click: async ({ hits }, { req, res, link, token }) => {
    if (isRead(req)) {
      hits.record(toHit(req, link), token);
      res.redirect(link.url ?? '/');
    } else refuseMethod(res, 'GET, HEAD');
    return Promise.resolve();
  },
  unsubscribe: async (ports, request) => {
    const { req, res } = request;
    if (isRead(req)) sendPage(res, { status: 200, html: UNSUBSCRIBE_PAGE });
    else if (req.method === 'POST') await unsubscribe(ports, request);
    else refuseMethod(res, 'GET, HEAD, POST');
  },
};

/** The body of a one-click request (RFC 8058) adds nothing to the token. */
async function unsubscribe(
  { unsubscriber }: AnswerLinksPorts,
  { req, res, link, requestId }: LinkRequest,
): Promise<void> {
  if (await unsubscriber.unsubscribe(toHit(req, link), requestId)) {
    sendPage(res, { status: 200, html: UNSUBSCRIBED_PAGE });
    return;
  }
  res.set('Retry-After', String(RETRY_AFTER_S));
  sendPage(res, { status: 503, html: TRY_AGAIN_PAGE });
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function toHit(req: Request, link: TrackingLink): Hit {
  const userAgent = (req.get('user-agent') ?? '').slice(0, USER_AGENT_CHARACTERS_MAX);
  return { ...link, method: toMethod(req.method), user_agent: userAgent, address: req.ip ?? '' };
}

function toMethod(method: string): Hit['method'] {
  return method === 'HEAD' || method === 'POST' ? method : 'GET';
}

function refuseMethod(res: Response, allowed: string): void {
  res.status(405).set('Allow', allowed).end();
}

function sendPage(res: Response, { status, html }: { readonly status: number; readonly html: string }): void {
  res.status(status).set('Content-Security-Policy', PAGE_POLICY).type('html').send(html);
}
