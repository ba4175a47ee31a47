import { fromPage, toMeta } from '@outreach/app-kit';
import { BULK_ROWS_MAX } from '@outreach/contracts-contacts/contact-input';
import { SUPPRESSION_TYPES } from '@outreach/contracts-contacts/enumerations';
import type {
  ContactSuppression,
  Suppression as SuppressionMessage,
  SuppressionCheck,
  SuppressionInput,
  SuppressionOutcome as OutcomeMessage,
} from '@outreach/contracts-contacts/gen/suppressions.ts';
import { SUPPRESSION_REASONS } from '@outreach/contracts-contacts/suppression-reasons';
import { invalidField, knownValue } from '@outreach/errors';
import { CAMPAIGNS, READ, WRITE, type ContactsMethods } from '../methods/index.ts';
import { NOTHING } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import { findMatchingSuppressions, type MatchingSuppression } from './check-suppressions.ts';
import {
  addSuppressions,
  createSuppression,
  deleteSuppression,
  type NewSuppression,
  type SuppressionOutcome,
} from './manage-suppressions.ts';
import { suppressContacts, type CausedSuppression, type SuppressContactsPorts } from './suppress-contacts.ts';
import type { Suppression } from './suppression.ts';

export function suppressionMethods(ports: SuppressContactsPorts): ContactsMethods {
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
function campaignMethods(ports: SuppressContactsPorts): Pick<ContactsMethods, 'suppressContacts'> {
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
  return {
    type: knownValue('type', SUPPRESSION_TYPES, input.type),
    value: input.value,
    reason: knownValue('reason', SUPPRESSION_REASONS, input.reason),
  };
}

/** The suppression that an email of a campaign caused. @throws AppError as fromInput. */
function fromCause({ email, reason, campaign_id, contact_id }: ContactSuppression): CausedSuppression {
  const input = fromInput({ type: 'email', value: email, reason });
  return { ...input, cause: { campaignId: campaign_id, contactId: contact_id } };
}

function toOutcomeMessage({ suppression, created }: SuppressionOutcome): OutcomeMessage {
  return { suppression_id: suppression.id, created };
}

function toSuppressionMessage(suppression: Suppression): SuppressionMessage {
  return withoutNull(suppression);
}

function toCheck(email: string, match: MatchingSuppression | undefined): SuppressionCheck {
  if (match === undefined) return { email, suppressed: false, reasons: [] };
  const { scope, suppression, reasons } = match;
  const { type, reason } = suppression;
  return { email, suppressed: true, scope, type, reason, reasons: [...reasons] };
}
