import type { ServiceBase } from '@outreach/app-kit';
import { pollingJob } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { storeRefresh } from './access-tokens.ts';
import type { TokenJournal, TokenStore } from './ports.ts';

/** Another process of this machine may have died. */
const EVERY_MS = 10_000;
/** Records that could not be stored are tried again after this time. */
const AGAIN_MS = 1_000;

/** Stores the tokens that a process received before it died. */
export function settleRefreshesJob(journal: TokenJournal, tokens: TokenStore, base: ServiceBase): Job {
  return pollingJob({
    name: 'settle-token-refreshes',
    everyMs: EVERY_MS,
    run: async () => {
      try {
        for (const record of journal.readAll())
          await base.inWorkspace({ workspaceId: record.workspaceId }, async () =>
            storeRefresh({ journal, tokens }, record),
          );
        return false;
      } catch (err) {
        base.logger.warn({ err }, 'refreshed tokens were not stored; they are stored again later');
        return AGAIN_MS;
      }
    },
  });
}
