import { invalidField } from '@outreach/errors';
import { NOTHING } from '@outreach/service-kit/rpc';
import type { CampaignsMethods } from '../methods/index.ts';
import { updateRetention, type UpdateRetentionPorts } from './update-retention.ts';

const ADMIN = ['admin:keys'] as const;

export function retentionMethods(ports: UpdateRetentionPorts): CampaignsMethods {
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
