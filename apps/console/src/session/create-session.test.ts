import { describe, expect, it } from '@jest/globals';
import { createSession, type Session, type SessionPorts } from './create-session.ts';
import { SessionError } from './session-requests.ts';

const NOW_MS = Date.UTC(2026, 2, 10);

/** A token that ends some seconds after the start. */
function tokenOf(user: string, secondsLeft = 900): string {
  const claims = { sub: user, role: 'owner', scope: 'contacts:read', exp: NOW_MS / 1_000 + secondsLeft };
  return `header.${btoa(JSON.stringify(claims))}.signature`;
}

interface Fixture {
  readonly session: Session;
  readonly waits: readonly number[];
  readonly refreshes: () => number;
}

/** A session whose refreshes have these results, one after the other. */
function sessionWith(results: readonly (string | Error)[], ports: Partial<SessionPorts> = {}): Fixture {
  const waits: number[] = [];
  let count = 0;
  const session = createSession({
    logIn: async () => tokenOf('usr_1'),
    refresh: async () => {
      const result = results[count];
      count += 1;
      if (typeof result !== 'string') throw result ?? new Error('There is no further result.');
      return result;
    },
    logOut: async () => undefined,
    share: () => undefined,
    inTurn: async (run) => run(),
    wait: async (durationMs) => {
      waits.push(durationMs);
    },
    nowMs: () => NOW_MS,
    ...ports,
  });
  return { session, waits, refreshes: () => count };
}

const limited = new SessionError(429, 'Too many requests.', { retryAfterSeconds: 7 });
const refused = new SessionError(401, 'The session has ended.');
const failed = new SessionError(503, 'The service is not available.');

describe('session.resume', () => {
  it.each([
    ['a 429 is repeated after its Retry-After', [limited, tokenOf('usr_1')], ['in', [7_000]]],
    ['a 503 is repeated after 2 s', [failed, failed, tokenOf('usr_1')], ['in', [2_000, 2_000]]],
    ['a lost connection is repeated after 2 s', [new TypeError('fetch'), tokenOf('usr_1')], ['in', [2_000]]],
    ['three failures end at the log-in', [failed, limited, failed], ['out', [2_000, 7_000]]],
    ['a 401 is not repeated', [refused, tokenOf('usr_1')], ['out', []]],
    ['a first success waits for nothing', [tokenOf('usr_1')], ['in', []]],
  ])('ends as expected: %s', async (_name, results, expected) => {
    const fixture = sessionWith(results);
    await fixture.session.resume();
    expect([fixture.session.current().status, fixture.waits]).toEqual(expected);
  });
});

describe('session.accessToken', () => {
  it('refreshes a token that ends within 30 s, once for all callers', async () => {
    const { session, refreshes } = sessionWith([tokenOf('usr_1', 29), tokenOf('usr_1')]);
    await session.resume();
    const tokens = await Promise.all([session.accessToken(), session.accessToken()]);
    expect([new Set(tokens).size, refreshes()]).toEqual([1, 2]);
    await session.accessToken();
    expect(refreshes()).toBe(2);
  });

  it('is lost when the refresh of a running session is refused', async () => {
    const { session } = sessionWith([tokenOf('usr_1', 1), refused]);
    await session.resume();
    await expect(session.accessToken()).rejects.toBe(refused);
    expect(session.current().status).toBe('lost');
  });

  it('takes the token of a tab that was first', async () => {
    const other = tokenOf('usr_1', 600);
    const made: Session[] = [];
    const inTurn: SessionPorts['inTurn'] = async (run) => {
      made[0]?.receive({ access: other });
      return run();
    };
    const { session, refreshes } = sessionWith([], { inTurn });
    made.push(session);
    expect([await session.accessToken(), refreshes()]).toEqual([other, 0]);
  });
});
