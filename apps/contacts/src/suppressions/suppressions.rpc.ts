import { fromPage, toMeta } from '@outreach/app-kit';
import {
  BULK_ROWS_MAX,
  SUPPRESSION_REASONS,
  SuppressionScope,
  SuppressionType,
  type ContactsServiceService,
  type Suppression as SuppressionMessage,
  type SuppressionCheck,
  type SuppressionInput,
} from '@outreach/contracts-contacts';
import { invalidField } from '@outreach/errors';
import type { RpcTable } from '@outreach/service-kit';
import type { Deps } from '../domain/ports.ts';
import { findCovers, type Cover } from './check-suppressions.ts';
import {
  addSuppressions,
  createSuppression,
  deleteSuppression,
  listSuppressions,
  type NewSuppression,
} from './manage-suppressions.ts';
import type { Suppression } from './suppression.ts';
import { READ, WRITE } from '../contact-records/scopes.rpc.ts';

const TYPES = {
  email: SuppressionType.SUPPRESSION_TYPE_EMAIL,
  domain: SuppressionType.SUPPRESSION_TYPE_DOMAIN,
} as const;

const SCOPES = {
  workspace: SuppressionScope.SUPPRESSION_SCOPE_WORKSPACE,
  global: SuppressionScope.SUPPRESSION_SCOPE_GLOBAL,
} as const;

type SuppressionRows = Pick<
  RpcTable<typeof ContactsServiceService>,
  | 'createSuppression'
  | 'listSuppressions'
  | 'deleteSuppression'
  | 'bulkCreateSuppressions'
  | 'checkSuppressions'
>;

/** The rows of suppressions. */
export function suppressionRows(deps: Deps): SuppressionRows {
  return {
    createSuppression: {
      scope: WRITE,
      command: async (ctx, { input }) => {
        const { suppression, created } = await createSuppression(deps, ctx, toInput(input));
        return { suppression: toMessage(suppression), created };
      },
    },
    listSuppressions: {
      scope: READ,
      query: async (_ctx, { page }) => {
        const list = await listSuppressions(deps, fromPage(page));
        return { suppressions: list.items.map(toMessage), meta: toMeta(list) };
      },
    },
    deleteSuppression: {
      scope: WRITE,
      command: async (ctx, { id }) => {
        await deleteSuppression(deps, ctx, id);
        return {};
      },
    },
    bulkCreateSuppressions: {
      scope: WRITE,
      command: async (ctx, { inputs }) => {
        demandCount(inputs, 'suppressions');
        const outcomes = await addSuppressions(deps, ctx, inputs.map(toInput));
        return {
          outcomes: outcomes.map(({ suppression, created }) => ({ suppression_id: suppression.id, created })),
        };
      },
    },
    checkSuppressions: {
      scope: READ,
      query: async (_ctx, { emails }) => {
        demandCount(emails, 'emails');
        const covers = await findCovers(deps, emails);
        return { checks: emails.map((email) => toCheck(email, covers.get(email))) };
      },
    },
  };
}

function demandCount(rows: readonly unknown[], field: string): void {
  if (rows.length > BULK_ROWS_MAX) throw invalidField(field, `Must be at most ${BULK_ROWS_MAX}.`);
}

function toInput(input: SuppressionInput | undefined): NewSuppression {
  const type = input?.type === SuppressionType.SUPPRESSION_TYPE_DOMAIN ? 'domain' : 'email';
  const reason = SUPPRESSION_REASONS.find((known) => known === input?.reason);
  if (input === undefined || input.value === '') throw invalidField('value', 'Is required.');
  if (reason === undefined) throw invalidField('reason', 'Is not a reason.');
  return { type, value: input.value, reason };
}

function toMessage(suppression: Suppression): SuppressionMessage {
  const { type, campaign_id, contact_id, ...rest } = suppression;
  return {
    ...rest,
    type: TYPES[type],
    campaign_id: campaign_id ?? undefined,
    contact_id: contact_id ?? undefined,
  };
}

function toCheck(email: string, cover: Cover | undefined): SuppressionCheck {
  if (cover === undefined) {
    return {
      email,
      suppressed: false,
      scope: SuppressionScope.SUPPRESSION_SCOPE_UNSPECIFIED,
      type: SuppressionType.SUPPRESSION_TYPE_UNSPECIFIED,
      reason: '',
    };
  }
  const { scope, suppression } = cover;
  return {
    email,
    suppressed: true,
    scope: SCOPES[scope],
    type: TYPES[suppression.type],
    reason: suppression.reason,
  };
}
