import type { ServiceBase } from '@outreach/app-kit';
import { workQueueJob, type Claim, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { OAuthFailed, type AuthorizationServers, type TokenStore } from './ports.ts';
import type { Providers } from './providers.ts';

const SLOTS = 4;
const SLOTS_PER_WORKSPACE = 2;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After the last pause the tokens are deleted without a revocation. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 6 * HOUR_MS, 24 * HOUR_MS];

export interface RevokeTokensOptions {
  /** Tokens to revoke, by the id of their account. */
  readonly queue: WorkQueue<WorkFields>;
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly servers: Pick<AuthorizationServers, 'revoke'>;
  readonly providers: Pick<Providers, 'find'>;
  readonly base: Pick<ServiceBase, 'inWorkspace' | 'logger' | 'clock'>;
}

/** Revokes the tokens of deleted accounts at providers that have an endpoint for it, and deletes them. */
export function revokeTokensJob(options: RevokeTokensOptions): Job {
  const { queue, base } = options;
  return workQueueJob({
    name: 'revoke-oauth-tokens',
    queue,
    slots: SLOTS,
    slotsPerWorkspace: SLOTS_PER_WORKSPACE,
    handle: async (claim) =>
      base.inWorkspace({ workspaceId: claim.workspaceId }, async () => revoke(options, claim)),
    onError: async (claim, { isStopping }) => {
      const pauseMs = isStopping ? 0 : PAUSES_MS[claim.attempt - 1];
      if (pauseMs === undefined) await queue.complete(claim);
      else await queue.retryAt(claim, new Date(base.clock.now() + pauseMs));
    },
    logger: base.logger,
  });
}

async function revoke(
  { queue, tokens: store, servers, providers }: RevokeTokensOptions,
  claim: Claim<WorkFields>,
): Promise<void> {
  const tokens = await store.find(claim.id);
  const provider = tokens === undefined ? undefined : providers.find(tokens.provider);
  if (tokens !== undefined && provider !== undefined && provider.revocationUrl !== null) {
    try {
      await servers.revoke(provider, tokens.refresh_token);
    } catch (thrown) {
      // A token that is not valid needs no revocation.
      if (!(thrown instanceof OAuthFailed) || thrown.failure !== 'invalid_grant') throw thrown;
    }
  }
  await queue.complete(claim);
}
