import { describe, expect, it } from '@jest/globals';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { makeWorkspace, startAuth } from './auth-harness.ts';

const auth = await sharedByTests(startAuth);

describe('GetWorkspace', () => {
  it('returns the own workspace to any credential without regard to scopes', async () => {
    await makeWorkspace(auth);
    const { workspace } = await makeWorkspace(auth, { tier: 'enterprise', keyLimit: 3_000 });
    const ctx = testCall(workspace.id, { scopes: new Set() });
    expect((await auth.client.getWorkspace(ctx, {})).workspace).toMatchObject({
      id: workspace.id,
      name: workspace.name,
      tier: 'enterprise',
      limits: { requests: 5_000, writes: 2_000, key_max: 3_000 },
      settings: {},
    });
  });

  it('requires a credential and returns not_found for a deleted workspace', async () => {
    const principal = { type: 'anonymous', id: '', role: '' } as const;
    const anonymous = testCall('', { principal, scopes: new Set() });
    await expect(auth.client.getWorkspace(anonymous, {})).rejects.toMatchObject({ kind: 'unauthenticated' });
    const gone = testCall('ws_01J9Z3K8Q4N5R6S7T8V9W0X1Y2');
    await expect(auth.client.getWorkspace(gone, {})).rejects.toMatchObject({ kind: 'not_found' });
  });
});
