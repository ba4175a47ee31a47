import { describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startGateway } from './gateway-harness.ts';
import { jsonInit, routeRequests, withBody } from './route-requests.ts';

const STEP = { subject: 'Hello', body_text: 'Hello' };
const COLUMN = { source_column: 'E-Mail', target_field: 'email', transform: null };
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  account: [
    'provider',
    'daily_limit',
    'min_gap_seconds',
    'max_gap_seconds',
    'time_zone',
    'reply_to',
    'tracking_domain_id',
  ],
  warmup: ['enabled', 'start', 'increment', 'ceiling'],
  server: ['port', 'security', 'username', 'password'],
  step: ['id', 'step_number', 'step_type', 'delay_value', 'delay_unit', 'thread_mode'],
  variant: ['id', 'label', 'is_active'],
  winner: ['mode', 'metric', 'min_sends', 'confidence'],
  trackingDomain: ['is_default'],
  bulkOptions: ['dedup_behavior', 'trigger_scoring', 'trigger_enrichment'],
  search: ['filters_logic', 'include_deleted', 'page_size'],
  segment: ['segment_type', 'filters_logic', 'description'],
  fieldMapping: ['has_header', 'delimiter', 'dedup_behavior'],
};

const OPERATIONS = [
  'updateSendingAccount',
  'updateSequence',
  'replaceSteps',
  'updateTrackingDomain',
  'bulkUpsertContacts',
  'createSuppression',
  'searchContacts',
  'createSegment',
  'createFieldMapping',
  'removeContacts',
  'deleteContact',
  'createClient',
  'enrollInSequence',
  'createVerification',
  'setIcpProfile',
  'createToken',
];

const gateway = await sharedByTests(async () => startGateway());
const { send } = routeRequests(() => gateway);

function cleared(kind: keyof typeof FIELDS, value: null | ''): object {
  return Object.fromEntries((FIELDS[kind] ?? []).map((name) => [name, value]));
}

function bodyOf(operation: string, value: null | ''): object {
  if (operation === 'updateSequence') return { status: value, description: value };
  if (operation === 'bulkUpsertContacts') return { contacts: [{}], options: cleared('bulkOptions', value) };
  if (operation === 'createSuppression')
    return { type: 'email', value: 'maria@example.com', reason: value, scope: value };
  if (operation === 'updateTrackingDomain') return cleared('trackingDomain', value);
  if (operation === 'searchContacts')
    return { ...cleared('search', value), sort: [{ field: 'email', direction: value }] };
  if (operation === 'removeContacts') return { contact_ids: [newId('ct')], stop_pending_sends: value };
  if (operation === 'deleteContact') return { suppress: value };
  if (operation === 'createClient') return { name: 'Example', status: value };
  if (operation === 'enrollInSequence') return { contact_ids: [newId('ct')], campaign_id: value };
  if (operation === 'createVerification')
    return { contact_ids: [newId('ct')], segment_id: value, import_id: value };
  if (operation === 'setIcpProfile') return { tier_thresholds: { A: value, B: value, C: value } };
  if (operation === 'createToken')
    return { username: 'maria', password: 'correct horse battery', workspace_id: value, code: value };
  if (operation === 'createSegment') return { name: 'Warm leads', ...cleared('segment', value) };
  if (operation === 'createFieldMapping')
    return { name: 'CRM', mappings: [COLUMN], ...cleared('fieldMapping', value) };
  if (operation === 'replaceSteps') {
    const variant = { ...STEP, ...cleared('variant', value), weight: 100 };
    const winner = cleared('winner', value);
    return { steps: [{ ...STEP, ...cleared('step', value), variants: [variant], winner }] };
  }
  return {
    ...cleared('account', value),
    smtp: cleared('server', value),
    imap: cleared('server', value),
    warmup: cleared('warmup', value),
  };
}

describe('null and empty text as optional scalars', () => {
  it.each(OPERATIONS.flatMap((operation) => [[operation, null] as const, [operation, ''] as const]))(
    'are accepted by %s: %j',
    async (operation, value) => {
      const [, route] = withBody.find(([, { operationId }]) => operationId === operation) ?? [];
      if (route === undefined) throw new Error(`There is no route ${operation}.`);
      const response = await send(route, { init: jsonInit(route, JSON.stringify(bodyOf(operation, value))) });
      expect([200, 201]).toContain(response.status);
    },
  );
});
