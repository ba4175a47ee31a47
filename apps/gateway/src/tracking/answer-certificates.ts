import { AppError } from '@outreach/errors';
import type { TrackingHosts } from './tracking-hosts.ts';

/**
 * Answers a proxy that requests certificates on demand: 200 for a verified tracking domain, else 404, and 503 while campaigns
 * does not answer.
 */
export function answerCertificates({ isVerified }: Pick<TrackingHosts, 'isVerified'>) {
  return async (query: URLSearchParams): Promise<number> => {
    try {
      return (await isVerified(query.get('domain') ?? '')) ? 200 : 404;
    } catch (thrown) {
      if (thrown instanceof AppError) return 503;
      throw thrown;
    }
  };
}
