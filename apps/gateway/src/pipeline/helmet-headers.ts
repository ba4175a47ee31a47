import { IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import { Socket } from 'node:net';

type HelmetMiddleware = (...args: [...Parameters<RequestListener>, next: () => void]) => void;

/** Runs a middleware of helmet on a response that is never sent, and returns the headers that it sets. */
export function headersOf(middleware: HelmetMiddleware): Record<string, string> {
  const headers: Record<string, string> = {};
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  res.setHeader = (name, value) => {
    headers[name] = String(value);
    return res;
  };
  middleware(req, res, () => undefined);
  return headers;
}
