import { campaignErrors, type CampaignsServiceService } from '@outreach/contracts-campaigns';
import type { Clock, MethodsOf } from '@outreach/service-kit';
import type { ResultVerifier } from './ports.ts';
import { readResults } from './result.ts';
import { takeResults, type TakeResultsPorts } from './take-results.ts';

export type PlatformMethods = MethodsOf<typeof CampaignsServiceService, 'recordPlatformResults'>;

export interface PlatformMethodPorts extends TakeResultsPorts {
  readonly verifier: ResultVerifier;
  readonly clock: Clock;
}

export function platformMethods(ports: PlatformMethodPorts): PlatformMethods {
  const { verifier, clock } = ports;
  return {
    recordPlatformResults: {
      scope: 'public',
      // Results of several workspaces have a transaction each, so the call has none of its own.
      query: async (_ctx, request) => {
        const { platform, body, webhook_id: id, webhook_timestamp: timestamp } = request;
        const signed = { body, id, timestamp, signature: request.webhook_signature };
        if (!verifier.isSigned(platform, signed)) throw campaignErrors.invalidSignature.make();
        const results = readResults(body);
        const taken = await takeResults(ports, { platform, results, now: new Date(clock.now()) });
        return {
          results: taken.map(({ id: resultId, sendId, status }) => ({
            id: resultId,
            send_id: sendId,
            status,
          })),
        };
      },
    },
  };
}
