import { AppError } from '@outreach/errors';
import { routesFor } from '@outreach/http-kit';
import { enumText } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { LIMIT_NAMES, WINDOW_SECONDS } from '../rate-limits/limits.ts';
import type { LimitState, RateLimiter } from '../rate-limits/rate-limiter.ts';
import { allUsesOf } from '../rate-limits/limit-uses.ts';
import type { RouteContext } from './route.ts';

const route = routesFor<RouteContext<{ readonly limiter: RateLimiter }>>();

const count = z.int();
const RateLimitStatus = z
  .object({
    limit: count.describe('Requests per window of the limit `credential`.'),
    remaining: count.describe('Requests that this limit still allows.'),
    reset: count.describe('Unix time in seconds at which quota becomes free.'),
    limits: z
      .array(
        z.object({
          name: enumText(LIMIT_NAMES),
          limit: count,
          used: count,
          remaining: count,
          reset: count,
          window_seconds: count,
        }),
      )
      .describe('Every limit of the credential.'),
  })
  .meta({ id: 'RateLimitStatus' });

const example = {
  name: 'credential',
  limit: 600,
  used: 12,
  remaining: 588,
  reset: 1769851860,
  window_seconds: 60,
};

export const rateLimitStatusRoutes = [
  route({
    method: 'get',
    path: '/api/v1/auth/rate-limit-status/',
    operationId: 'getRateLimitStatus',
    summary: 'Get rate limit usage',
    description:
      'Returns every rate limit of the credential with its current usage. The request itself counts in no limit.',
    tags: ['auth'],
    scope: 'any-credential',
    isUnmetered: true,
    responses: { 200: RateLimitStatus },
    example: { responses: { 200: { limit: 600, remaining: 588, reset: 1769851860, limits: [example] } } },
    handle: async (_request, { limiter }, { caller }) => {
      if (caller === undefined) throw new AppError('unauthenticated', 'A credential is required.');
      const { limits } = await limiter.peek(allUsesOf(caller));
      const [credential] = limits;
      const { limit = 0, remaining = 0, reset = 0 } = credential ?? {};
      return { status: 200, body: { limit, remaining, reset, limits: limits.map(toRow) } };
    },
  }),
];

function toRow({ name, limit, used, remaining, reset }: LimitState) {
  return { name, limit, used, remaining, reset, window_seconds: WINDOW_SECONDS };
}
