import {
  ClientStatus,
  DedupBehavior,
  type Client,
  type FieldMapping,
  type IcpProfile,
  type ScoreBreakdown,
} from '@outreach/contracts-contacts';
import { AppError } from '@outreach/errors';
import type { Backends } from '../src/clients/backends.ts';

const ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y2';
const at = new Date('2026-01-31T09:30:00.000Z');
const meta = { has_more: false, total_count_estimated: false };

const client: Client = {
  id: `cli_${ULID}`,
  name: 'Example Inc.',
  status: ClientStatus.CLIENT_STATUS_ACTIVE,
  created_at: at,
};

const field_mapping: FieldMapping = {
  id: `map_${ULID}`,
  name: 'CRM export',
  has_header: true,
  mappings: [{ source_column: 'Mail', target_field: 'email', transform: 'trim' }],
  default_tags: [],
  dedup_behavior: DedupBehavior.DEDUP_BEHAVIOR_UPDATE,
};

const icp_profile: IcpProfile = {
  rules: [{ field: 'title', op: 'contains', value: 'sales', points: 50 }],
  tier_thresholds: { a: 80, b: 60, c: 40 },
};

export const score_breakdown: ScoreBreakdown = { fit: 50, engagement: 0, rules: icp_profile.rules };

type Settings =
  | 'createClient'
  | 'getClient'
  | 'listClients'
  | 'updateClient'
  | 'deleteClient'
  | 'createFieldMapping'
  | 'getFieldMapping'
  | 'listFieldMappings'
  | 'updateFieldMapping'
  | 'deleteFieldMapping'
  | 'previewFieldMapping'
  | 'getIcpProfile'
  | 'setIcpProfile';

/** What a workspace sets up beside its contacts, answered with examples. */
export const fakeSettings: Pick<Backends['contacts'], Settings> = {
  createClient: async () => ({ client }),
  getClient: async () => ({ client }),
  listClients: async () => ({ clients: [client], meta }),
  updateClient: async () => ({ client }),
  deleteClient: async () => ({}),
  createFieldMapping: async () => ({ field_mapping }),
  getFieldMapping: async () => ({ field_mapping }),
  listFieldMappings: async () => ({ field_mappings: [field_mapping], meta }),
  updateFieldMapping: async () => ({ field_mapping }),
  deleteFieldMapping: async () => ({}),
  previewFieldMapping: async (_ctx, parts) => {
    for await (const { part } of parts)
      if (part?.$case === 'file')
        return { columns: ['Mail'], sample_rows: [], suggested_mapping: field_mapping.mappings };
    throw new AppError('invalid_argument', 'A CSV file is required.', { field: 'file' });
  },
  getIcpProfile: async () => ({ icp_profile }),
  setIcpProfile: async () => ({ icp_profile }),
};
