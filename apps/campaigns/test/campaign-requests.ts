import type {
  Campaign as CampaignMessage,
  CampaignInput,
} from '@outreach/contracts-campaigns/gen/campaign_records.ts';
import type { DomainEvent } from '@outreach/event-schema';
import { newId, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import type { CampaignsUnderTest } from './campaigns-harness.ts';

/** The scopes of a caller who manages campaigns. */
export const CAMPAIGN_SCOPES = { scopes: new Set(['campaigns:read', 'campaigns:write']) };

/** A workspace with a sequence, a sending account and one contact that matches every filter. */
export interface CampaignWorkspace {
  readonly ctx: CallContext;
  readonly sequenceId: string;
  readonly accountId: string;
  readonly contactId: string;
  /** Creates a draft; `input` names the fields that differ from a valid request. */
  create(input?: Partial<CampaignInput>): Promise<CampaignMessage>;
  get(id: string): Promise<CampaignMessage>;
  /** Writes a further sending account or sequence and returns its id. */
  newAccount(changes?: object): Promise<string>;
  newSequence(changes?: object): Promise<string>;
  /** Returns the id of a segment that contacts accepts. */
  newSegment(): string;
  /** Types of the events of a campaign, in order. */
  eventsOf(id: string): readonly string[];
  events(id: string): readonly DomainEvent[];
}

export async function newCampaignWorkspace(
  campaigns: CampaignsUnderTest,
  { agencyId = '' }: { readonly agencyId?: string } = {},
): Promise<CampaignWorkspace> {
  const { client, contacts } = campaigns;
  const ctx = testCall(newId('ws'), { ...CAMPAIGN_SCOPES, agencyId });
  const { workspaceId } = ctx;
  const sequenceId = newId('seq');
  const accountId = newId('acc');
  const contactId = newId('ct');
  const candidate = {
    contactId,
    email: 'maria@example.com',
    timeZone: null,
    mailProvider: null,
    verificationStatus: 'valid',
    isSuppressed: false,
    meetsFilter: true,
  } as const;
  contacts.candidates.set(contactId, candidate);
  contacts.workspaceOf.set(contactId, workspaceId);
  await campaigns.write('sequences', sequenceOf(sequenceId, workspaceId));
  await campaigns.write('sending_accounts', accountOf(accountId, workspaceId));
  const events = (id: string) => campaigns.published.filter(({ aggregate }) => aggregate.id === id);
  return {
    ctx,
    sequenceId,
    accountId,
    contactId,
    create: async (input = {}) => {
      const valid = {
        name: 'Spring',
        campaign_type: 'nurture',
        sequence_id: sequenceId,
        sending_account_ids: [accountId],
        send_days: [],
        contact_filter: undefined,
      };
      const given: CampaignInput = { ...valid, ...input };
      const { campaign } = await client.createCampaign(ctx, { input: given, mask: maskOf(given, input) });
      return present(campaign);
    },
    get: async (id) => present((await client.getCampaign(ctx, { id })).campaign),
    newAccount: async (changes) => {
      const id = newId('acc');
      await campaigns.write('sending_accounts', accountOf(id, workspaceId, changes));
      return id;
    },
    newSequence: async (changes) => {
      const id = newId('seq');
      await campaigns.write('sequences', sequenceOf(id, workspaceId, changes));
      return id;
    },
    newSegment: () => {
      const id = newId('seg');
      contacts.segments.add(id);
      return id;
    },
    eventsOf: (id) => events(id).map(({ type }) => type),
    events,
  };
}

/** A contact filter with segments only. */
export const filterOf = (...segmentIds: string[]) => ({
  segment_ids: segmentIds,
  icp_tier: [],
  grade: [],
});

/** A sequence with one step. */
function sequenceOf(id: string, workspaceId: string, changes: object = {}) {
  const at = new Date();
  const text = { subject: 'Hello {{ contact.first_name }}', body_html: null, body_text: 'Hi' };
  const step = { id: newId('stp'), step_number: 1, step_type: 'email', delay_value: 0, delay_unit: 'days' };
  return {
    id,
    workspace_id: workspaceId,
    name: 'Intro',
    description: null,
    status: 'draft',
    version: 1,
    steps: [{ ...step, thread_mode: 'new', ...text, variants: [] }],
    created_at: at,
    updated_at: at,
    ...changes,
  };
}

/** An active account whose domain has all records. */
export function accountOf(id: string, workspaceId: string, changes: object = {}) {
  const at = new Date();
  return {
    id,
    workspace_id: workspaceId,
    email: `${id.toLowerCase()}@example.org`,
    from_name: null,
    provider: 'smtp',
    smtp: {
      host: 'smtp.example.org',
      port: 587,
      security: 'starttls',
      username: null,
      sealed_password: null,
    },
    imap: null,
    status: 'active',
    status_reason: null,
    listing: null,
    health_band: 'good',
    daily_limit: 30,
    min_gap_seconds: 90,
    max_gap_seconds: 240,
    warmup: { start: 5, increment: 5, ceiling: 30, enabled_at: null, sent_days: 0, last_sent_day: null },
    time_zone: null,
    reply_to: null,
    signature: null,
    auth: { spf: 'pass', dkim: 'pass', dmarc: 'pass', mx: 'pass', checked_at: at },
    last_error: null,
    failures_in_row: 0,
    last_failed_at: null,
    created_at: at,
    updated_at: at,
    version: 1,
    ...changes,
  };
}

/** All fields that have a value, and the fields that the caller names. */
function maskOf(input: object, named: object): string[] {
  const isEmpty = (value: unknown): boolean =>
    value === undefined || (Array.isArray(value) && value.length === 0);
  const given = Object.entries(input).filter(([field, value]) => field in named || !isEmpty(value));
  return given.map(([field]) => field);
}

function present(campaign: CampaignMessage | undefined): CampaignMessage {
  if (campaign === undefined) throw new Error('The reply has no campaign.');
  return campaign;
}
