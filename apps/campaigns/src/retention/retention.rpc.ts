import type { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { invalidField } from '@outreach/errors';
import { NOTHING, type MethodsOf } from '@outreach/service-kit/rpc';
import { updateRetention, type UpdateRetentionPorts } from './update-retention.ts';

const ADMIN = ['admin:keys'] as const;

export type RetentionMethods = MethodsOf<typeof CampaignsServiceService, 'getRetention' | 'updateRetention'>;

export function retentionMethods(ports: UpdateRetentionPorts): RetentionMethods {
  return {
    getRetention: {
      scope: ADMIN,
      query: async () => ({ retention: await ports.retention.find() }),
    },
    updateRetention: {
      scope: ADMIN,
      about: NOTHING,
      command: async (ctx, { retention }) => {
        if (retention === undefined) throw invalidField('retention', 'retention is required.');
        return { retention: await updateRetention(ports, ctx, retention) };
      },
    },
  };
}
