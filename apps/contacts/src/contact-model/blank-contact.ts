import type { CallContext, Clock, NewId } from '@outreach/service-kit';
import { NO_COMPANY } from './apply-change.ts';
import type { Contact } from './contact.ts';
import { score } from '../lead-score/index.ts';

/** A contact with an address and no other values. */
export function blankContact(
  { clock, newId }: { readonly clock: Clock; readonly newId: NewId },
  ctx: CallContext,
  email: string,
): Contact {
  const now = new Date(clock.now());
  return {
    id: newId('ct'),
    workspace_id: ctx.workspaceId,
    email,
    first_name: null,
    last_name: null,
    full_name: null,
    full_name_is_own: false,
    title: null,
    seniority: null,
    department: null,
    phone: null,
    mobile: null,
    linkedin_url: null,
    city: null,
    state: null,
    country: null,
    time_zone: null,
    lead_source: ctx.principal.type === 'user' ? 'manual' : 'api',
    ...score({ fit: 0, engagement: 0 }),
    tags: [],
    verification_status: 'unverified',
    verified_at: null,
    mail_provider: null,
    is_enriched: false,
    is_deleted: false,
    deleted_at: null,
    deletion_reason: null,
    company: NO_COMPANY,
    custom_fields: {},
    created_at: now,
    updated_at: now,
    version: 1,
  };
}
