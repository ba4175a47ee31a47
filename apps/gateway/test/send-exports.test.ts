import { expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startGateway } from './gateway-harness.ts';

const path = `/api/v1/campaigns/${newId('cmp')}/export/`;
let startCount = 0;

const gateway = await sharedByTests(async () =>
  startGateway({
    handlers: {
      campaigns: {
        // The first request has too many emails for its response; after it, all but a few have expired.
        startExport: async () => {
          startCount += 1;
          const job = { id: newId('exp'), type: 'sends', status: 'queued', format: 'csv', progress: 0 };
          const unset = { row_count: undefined, download_url: undefined, expires_at: undefined };
          return Promise.resolve({
            export: startCount === 1 ? { ...job, ...unset, error: undefined } : undefined,
          });
        },
        readExportPage: async () => Promise.resolve({ rows: 'id\nsnd_1\n', after: undefined }),
      },
    },
  }),
);

it('an export starts its job once, also if the emails would then fit into the response', async () => {
  const request = { credential: gateway.key('exports') };
  const started = await gateway.call(path, request);
  expect([started.status, startCount]).toEqual([200, 1]);
  expect(await started.json()).toMatchObject({ status: 'queued' });
  const file = await gateway.call(path, request);
  expect([file.headers.get('content-type'), await file.text()]).toEqual([
    'text/csv; charset=utf-8',
    'id\nsnd_1\n',
  ]);
});
