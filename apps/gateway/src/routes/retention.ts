import { RetentionRecord } from '@outreach/contracts-campaigns/retention';
import { requirePresent, route } from './route.ts';

const Retention = RetentionRecord.meta({ id: 'Retention' });
const example = { sends_days: 730, timeline_days: 730, inbox_days: 365 } satisfies RetentionRecord;
const shared = { path: '/api/v1/retention/', tags: ['workspace'], scope: ['admin:keys'] } as const;

/** How long the workspace keeps its records. */
export const retentionRoutes = [
  route({
    ...shared,
    method: 'get',
    operationId: 'getRetention',
    summary: 'Get the retention times',
    responses: { 200: Retention },
    example: { responses: { 200: example } },
    handle: async ({ ctx }, { campaigns }) => {
      const { retention } = await campaigns.getRetention(ctx, {});
      return { status: 200, body: requirePresent(retention) };
    },
  }),
  route({
    ...shared,
    method: 'put',
    operationId: 'updateRetention',
    summary: 'Set the retention times',
    description:
      'Replaces all three times; the first deletions follow after a minute. Deleted records do not come back. Emails are kept while they are queued and while their enrollment has not ended. The counters of campaigns stay, and the unsubscribe links of deleted emails work; opens, clicks, replies and bounces of deleted emails are not recorded.',
    body: Retention,
    responses: { 200: Retention },
    example: { body: example, responses: { 200: example } },
    handle: async ({ ctx, body }, { campaigns }) => {
      const { retention } = await campaigns.updateRetention(ctx, { retention: body });
      return { status: 200, body: requirePresent(retention) };
    },
  }),
];
