import { describe, expect, it } from '@jest/globals';
import { logAttempt } from './log-attempt.ts';

const ATTEMPT = {
  workspace_id: 'ws_1',
  endpoint_id: 'whk_1',
  id: 'dlv_1',
  event_id: 'evt_1',
  attempt: 2,
};

describe('logAttempt', () => {
  it('writes one line with ids, attempt, status code and latency, and without bodies', () => {
    const lines: unknown[][] = [];
    const logger = { info: (...line: unknown[]) => lines.push(line) };
    const result = { status_code: 500, latency_ms: 12, response_body: 'maria@example.com' };
    logAttempt(logger, ATTEMPT, result);
    expect(lines).toEqual([
      [
        {
          workspace_id: 'ws_1',
          endpoint_id: 'whk_1',
          delivery_id: 'dlv_1',
          event_id: 'evt_1',
          attempt: 2,
          status_code: 500,
          latency_ms: 12,
        },
        'delivery attempted',
      ],
    ]);
  });
});
