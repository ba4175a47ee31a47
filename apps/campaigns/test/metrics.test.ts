import { expect, it } from '@jest/globals';
import { newId, scrape } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newWorkspace, startAccounts } from './accounts-harness.ts';

const LATER_MS = 3_600_000;

const accounts = await sharedByTests(startAccounts);

it('reports the number of sending accounts in error', async () => {
  // An account in error has an item in this queue.
  const inError = [1, 2, 3].map(() => ({
    _id: newId('acc'),
    workspace_id: newWorkspace(),
    due_at: new Date(Date.now() + LATER_MS),
    lease_token: null,
  }));
  await accounts.database.collection<{ _id: string }>('account_reconnects').insertMany(inError);
  expect(await scrape()).toContain(`sending_accounts_in_error ${inError.length}\n`);
});
