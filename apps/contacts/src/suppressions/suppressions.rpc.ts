import { fromPage, toMeta } from '@outreach/app-kit';
import { BULK_ROWS_MAX } from '@outreach/contracts-contacts/contact-input';
import {
  SuppressionScope as ScopeMessage,
  SuppressionType as TypeMessage,
  type ContactSuppression,
  type Suppression as SuppressionMessage,
  type SuppressionCheck,
  type SuppressionInput,
  type SuppressionOutcome as OutcomeMessage,
} from '@outreach/contracts-contacts/gen/suppressions.ts';
import { SUPPRESSION_REASONS } from '@outreach/contracts-contacts/suppression-reasons';
import { invalidField } from '@outreach/errors';
import { CAMPAIGNS, READ, WRITE, type ContactsMethods } from '../methods/index.ts';
import { NOTHING } from '@outreach/service-kit/rpc';
import { findMatchingSuppressions, type MatchingSuppression } from './check-suppressions.ts';
import {
  addSuppressions,
  createSuppression,
  deleteSuppression,
  type NewSuppression,
  type SuppressionOutcome,
} from './manage-suppressions.ts';
import { suppressContacts, type CausedSuppression, type SuppressContactsPorts } from './suppress-contacts.ts';
import type { Suppression, SuppressionType } from './suppression.ts';

const TYPES = {
  email: TypeMessage.SUPPRESSION_TYPE_EMAIL,
  domain: TypeMessage.SUPPRESSION_TYPE_DOMAIN,
} as const;

const SCOPES = {
  workspace: ScopeMessage.SUPPRESSION_SCOPE_WORKSPACE,
  global: ScopeMessage.SUPPRESSION_SCOPE_GLOBAL,
} as const;

type SuppressionMethods = ContactsMethods<
  | 'createSuppression'
  | 'listSuppressions'
  | 'deleteSuppression'
  | 'bulkCreateSuppressions'
  | 'checkSuppressions'
  | 'suppressContacts'
>;

export function suppressionMethods(ports: SuppressContactsPorts): SuppressionMethods {
  return {
    ...campaignMethods(ports),
    createSuppression: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { input }) => {
        const { suppression, created } = await createSuppression(ports, ctx, fromInput(input));
        return { suppression: toSuppressionMessage(suppression), created };
      },
    },
    listSuppressions: {
      scope: READ,
      query: async (_ctx, { page }) => {
        const list = await ports.suppressions.list(fromPage(page));
        return { suppressions: list.items.map(toSuppressionMessage), meta: toMeta(list) };
      },
    },
    deleteSuppression: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { id }) => {
        await deleteSuppression(ports, ctx, id);
        return {};
      },
    },
    bulkCreateSuppressions: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { inputs }) => {
        requireCount(inputs, 'suppressions');
        return { outcomes: (await addSuppressions(ports, ctx, inputs.map(fromInput))).map(toOutcomeMessage) };
      },
    },
    checkSuppressions: {
      scope: READ,
      query: async (_ctx, { emails }) => {
        requireCount(emails, 'emails');
        const matching = await findMatchingSuppressions(ports, emails);
        return { checks: emails.map((email) => toCheck(email, matching.get(email))) };
      },
    },
  };
}

/** The methods for the campaigns service. */
function campaignMethods(ports: SuppressContactsPorts): Pick<SuppressionMethods, 'suppressContacts'> {
  return {
    suppressContacts: {
      scope: CAMPAIGNS,
      about: NOTHING,
      command: async (ctx, { suppressions }) => {
        requireCount(suppressions, 'suppressions');
        const outcomes = await suppressContacts(ports, ctx, suppressions.map(fromCause));
        return { outcomes: outcomes.map(toOutcomeMessage) };
      },
    },
  };
}

function requireCount(items: readonly unknown[], field: string): void {
  if (items.length > BULK_ROWS_MAX)
    throw invalidField(field, `${field} must be at most ${BULK_ROWS_MAX} items long.`);
}

/** @throws AppError invalid_argument on an unknown type or reason, and without a value. */
function fromInput(input: SuppressionInput | undefined): NewSuppression {
  if (input === undefined || input.value === '') throw invalidField('value', 'value is required.');
  const reason = SUPPRESSION_REASONS.find((known) => known === input.reason);
  if (reason === undefined)
    throw invalidField('reason', `reason must be one of ${SUPPRESSION_REASONS.join(', ')}.`);
  return { type: fromType(input.type), value: input.value, reason };
}

/** The suppression that an email of a campaign caused. @throws AppError as fromInput. */
function fromCause({ email, reason, campaign_id, contact_id }: ContactSuppression): CausedSuppression {
  const input = fromInput({ type: TYPES.email, value: email, reason });
  return { ...input, cause: { campaignId: campaign_id, contactId: contact_id } };
}

function fromType(type: TypeMessage): SuppressionType {
  if (type === TYPES.email) return 'email';
  if (type === TYPES.domain) return 'domain';
  throw invalidField('type', 'type must be email or domain.');
}

function toOutcomeMessage({ suppression, created }: SuppressionOutcome): OutcomeMessage {
  return { suppression_id: suppression.id, created };
}

function toSuppressionMessage(suppression: Suppression): SuppressionMessage {
  const { type, campaign_id, contact_id, updated_at, ...rest } = suppression;
  return {
    ...rest,
    type: TYPES[type],
    campaign_id: campaign_id ?? undefined,
    contact_id: contact_id ?? undefined,
    updated_at: updated_at ?? undefined,
  };
}

function toCheck(email: string, match: MatchingSuppression | undefined): SuppressionCheck {
  if (match === undefined) {
    return {
      email,
      suppressed: false,
      scope: ScopeMessage.SUPPRESSION_SCOPE_UNSPECIFIED,
      type: TypeMessage.SUPPRESSION_TYPE_UNSPECIFIED,
      reason: '',
      reasons: [],
    };
  }
  const { scope, suppression, reasons } = match;
  return {
    email,
    suppressed: true,
    scope: SCOPES[scope],
    type: TYPES[suppression.type],
    reason: suppression.reason,
    reasons: [...reasons],
  };
}
