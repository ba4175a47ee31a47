import { campaignErrors } from '@outreach/contracts-campaigns';
import type { CampaignsMethods } from '../methods/index.ts';
import type { ResultVerifier } from './ports.ts';
import { readResults } from './result.ts';
import type { TakeResults } from './take-results.ts';

export interface PlatformMethodPorts {
  readonly verifier: ResultVerifier;
  readonly takeResults: TakeResults;
}

export function platformMethods({ verifier, takeResults }: PlatformMethodPorts): CampaignsMethods {
  return {
    recordPlatformResults: {
      scope: 'public',
      // Results of several workspaces have a transaction each, so the call has none of its own.
      query: async (_ctx, request) => {
        const { platform, body, webhook_id: id, webhook_timestamp: timestamp } = request;
        const signed = { body, id, timestamp, signature: request.webhook_signature };
        if (!verifier.isSigned(platform, signed)) throw campaignErrors.invalidSignature.make();
        return { results: await takeResults(platform, readResults(body)) };
      },
    },
  };
}
