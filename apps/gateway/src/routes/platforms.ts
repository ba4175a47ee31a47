import { campaignErrors } from '@outreach/contracts-campaigns';
import { PlatformResultsBody } from '@outreach/contracts-campaigns/platform-results';
import { PLATFORMS } from '@outreach/contracts-campaigns/records';
import { resultsOf } from '@outreach/contracts-common';
import { routesFor } from '@outreach/http-kit';
import { readJsonBody } from '@outreach/http-kit/body';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Backends } from '../clients/backends.ts';
import { countWrongSignatures } from '../rate-limits/count-wrong-signatures.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID, type RouteContext } from './route.ts';

const BODY_BYTES_MAX = 2 * 1_048_576;
const DEADLINE_MS = 20_000;
const THIRD_PARTIES = PLATFORMS.filter((platform) => platform !== 'native');

interface PlatformPorts extends Pick<Backends, 'campaigns'> {
  readonly limiter: RateLimiter;
}

const route = routesFor<RouteContext<PlatformPorts>>();

const ResultStatus = z.object({
  id: z.string(),
  send_id: z.string().describe('Id of the email.'),
  status: z
    .enum(['recorded', 'duplicate', 'retry', 'unknown_send', 'ignored'])
    .describe(
      '`recorded` now, or before (`duplicate`); report it again later (`retry`); the platform has no such email (`unknown_send`); the email ended without being sent (`ignored`).',
    ),
});
const Taken = z.object({ results: resultsOf(ResultStatus) }).meta({ id: 'PlatformResults' });

/** The callback of sending platforms. Its signature is the credential. */
export const platformRoutes = [
  route({
    method: 'post',
    path: '/platforms/{platform}/results/',
    operationId: 'recordPlatformResults',
    summary: 'Report results of a sending platform',
    description:
      'For adapters of sending platforms. The body has 1 to 1,000 results in at most 2 MiB of JSON. It is signed as in Standard Webhooks, by the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` and the secret of the platform. A repeated result changes nothing. docs/platforms.md describes each type.',
    tags: ['platforms'],
    scope: 'public',
    limits: ['address'],
    deadlineMs: DEADLINE_MS,
    params: z.object({
      platform: z.enum(THIRD_PARTIES).describe('The platform, as the operator has configured it.'),
    }),
    rawBody: PlatformResultsBody,
    responses: { 200: Taken },
    errors: [campaignErrors.invalidSignature, campaignErrors.invalidResults],
    example: {
      params: { platform: 'platform_1' },
      body: {
        results: [{ id: 'evt-4711', send_id: `snd_${EXAMPLE_ULID}`, type: 'delivered', at: EXAMPLE_TIME }],
      },
      responses: {
        200: { results: [{ id: 'evt-4711', send_id: `snd_${EXAMPLE_ULID}`, status: 'recorded' }] },
      },
    },
    handle: async ({ ctx, params: { platform } }, { campaigns, limiter }, exchange) => {
      const { req, address } = exchange;
      const { results } = await countWrongSignatures(limiter, {
        address,
        onDecision: (decision) => (exchange.decision = decision),
        call: async () => {
          // The signature is about the bytes as they were sent.
          const body = await readJsonBody(req, { bytesMax: BODY_BYTES_MAX });
          return campaigns.recordPlatformResults(ctx, { platform, body, ...signatureOf(req) });
        },
      });
      return { status: 200, body: Taken.parse({ results }) };
    },
  }),
];

function signatureOf({ headers }: IncomingMessage) {
  const textOf = (name: string): string => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    webhook_id: textOf('webhook-id'),
    webhook_timestamp: textOf('webhook-timestamp'),
    webhook_signature: textOf('webhook-signature'),
  };
}
