import { VERIFICATION_RESULTS } from '@outreach/contracts-contacts/verification';
import { FairPool, type FairPoolLimits } from '@outreach/service-kit/bulkhead';
import { pause } from '@outreach/service-kit/lifecycle';
import { callJsonServer, KnownFailure, type JsonServer } from '../json-server/index.ts';
import type { AddressVerifier, VerifyContext } from './ports.ts';
import type { VerificationResult } from './verification-job.ts';

const USER_AGENT = 'outreach-verification/1.0';
/** Requests that one process makes concurrently, in total and for one workspace. Further ones wait. */
const REQUEST_LIMITS: FairPoolLimits = {
  callCountMax: 32,
  callCountPerOwnerMax: 8,
  waitingCountMax: 16_384,
  waitingCountPerOwnerMax: 4_096,
};
const ATTEMPTS_MAX = 3;
const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 10_000;

/**
 * Calls an external server: a POST of `{email}`, answered with `{status}`. An unknown status is `unknown`. The provider
 * of the mailbox comes from `builtIn`, because the answer does not contain it.
 */
export function createHttpVerifier(
  server: Omit<JsonServer, 'userAgent'>,
  builtIn: AddressVerifier,
): AddressVerifier {
  const pool = new FairPool('verification-requests', REQUEST_LIMITS);
  const external = { ...server, userAgent: USER_AGENT };
  return {
    verify: async (ctx, email) => {
      const { workspaceId: owner, deadlineAtMs } = ctx;
      const asking = pool
        .run({ owner, deadlineAtMs }, async () => ask(external, ctx, email))
        .catch((thrown: unknown) => {
          throw thrown instanceof KnownFailure ? thrown : new KnownFailure('No slot became free in time.');
        });
      const [result, { mailProvider }] = await Promise.all([asking, builtIn.verify(ctx, email)]);
      return { result, mailProvider };
    },
  };
}

/** Tries a request again after a pause while the deadline allows it. */
async function ask(server: JsonServer, ctx: VerifyContext, email: string): Promise<VerificationResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return readResult(await callJsonServer(server, { email }, ctx.signal));
    } catch (thrown) {
      if (!(thrown instanceof KnownFailure)) throw thrown;
      const nowMs = server.clock.now();
      const pauseMs = Math.max(PAUSE_MS * attempt, (thrown.retryAtMs ?? 0) - nowMs);
      const isLast = attempt === ATTEMPTS_MAX || pauseMs > PAUSE_MS_MAX;
      if (isLast || ctx.signal.aborted || nowMs + pauseMs > ctx.deadlineAtMs) throw thrown;
      await pause(pauseMs, ctx.signal);
    }
  }
}

function readResult(answer: object): VerificationResult {
  const status: unknown = Reflect.get(answer, 'status');
  return VERIFICATION_RESULTS.find((result) => result === status) ?? 'unknown';
}
