import type { Clock } from '@outreach/service-kit';
import { isSuccess, type ExchangeResult, type Post } from '../sending/index.ts';
import type { SendResult } from './send-result.ts';

/** The server may take the same request later. */
const TEMPORARY = new Set([408, 425, 429]);
const SERVER_ERROR_MIN = 500;

/** Posts a message with the limits and the address guard of webhooks; the answer is not used. */
export function createSlackSender(ports: {
  readonly post: Post;
  readonly clock: Clock;
}): (url: string, body: string) => Promise<SendResult> {
  return async (url, body) => {
    const headers = { 'content-type': 'application/json', 'user-agent': 'outreach-notifications/1.0' };
    return toSendResult(await ports.post({ url, headers, body, atMs: ports.clock.now() }));
  };
}

function toSendResult(result: ExchangeResult): SendResult {
  const { status_code: status, error, retry_at_ms: retryAtMs } = result;
  if (isSuccess(result)) return { kind: 'accepted' };
  const isTemporary = status === null || status >= SERVER_ERROR_MIN || TEMPORARY.has(status);
  return { kind: isTemporary ? 'later' : 'refused', error: error ?? '', retryAtMs };
}
