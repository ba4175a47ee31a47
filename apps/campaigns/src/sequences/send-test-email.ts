import { campaignErrors } from '@outreach/contracts-campaigns';
import type { SendTestEmailResponse } from '@outreach/contracts-campaigns/gen/sequences.ts';
import { sendingAccountSchema } from '@outreach/contracts-campaigns/records';
import { recordOf } from '@outreach/contracts-common';
import { AppError, invalidField } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import type { SendingAccount } from '../sending-accounts/index.ts';
import type { PreviewPorts } from './ports.ts';
import { findSelected, renderSelected, type StepSelection } from './preview-step.ts';

/** Statuses of accounts that send nothing. An account in `error` may work again. */
const CLOSED_STATUSES: ReadonlySet<string> = new Set(['paused', 'suspended']);
export interface TestRequest {
  readonly selection: StepSelection;
  readonly accountId: string;
  readonly to: string;
}

/**
 * Checks a request before anything is sent.
 * @throws AppError not_found; invalid_argument on `step_number`, `variant_id` and `sending_account_id`;
 * failed_precondition `inactive_inbox` when the account is paused or suspended.
 */
export async function checkTest(ports: PreviewPorts, { selection, accountId }: TestRequest): Promise<void> {
  await findSelected(ports, selection);
  await findAccount(ports, accountId);
}

/**
 * Renders a step with the account as the sender and sends it. A refusal of the mail server is an outcome, not an error.
 * @throws AppError as checkTest; invalid_argument on `contact_id`; failed_precondition `template_error`, and `suppressed` on
 * `to`; unavailable if contacts does not answer.
 */
export async function sendTestEmail(
  ports: PreviewPorts,
  ctx: CallContext,
  { selection, accountId, to }: TestRequest,
): Promise<SendTestEmailResponse> {
  const account = await findAccount(ports, accountId);
  const rendered = await renderSelected(ports, ctx, { selection, sender: toSender(account) });
  const { subject, body_html: html, body_text: text } = rendered;
  if (await ports.suppressions.isSuppressed(ctx, to))
    throw campaignErrors.suppressedRecipient.make({ field: 'to' });
  try {
    const { message_id } = await ports.mailer.send(account, { to, subject, html, text });
    return { success: true, message_id };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.kind !== 'failed_precondition') throw thrown;
    return { success: false, error: reasonOf(thrown) };
  }
}

/** The answer of the mail server, if the error has it. */
function reasonOf({ message, details }: AppError): string {
  return typeof details['error'] === 'string' ? details['error'] : message;
}

async function findAccount({ accounts }: PreviewPorts, id: string): Promise<SendingAccount> {
  const [account] = await accounts.findByIds([id]);
  if (account === undefined)
    throw invalidField(
      'sending_account_id',
      'sending_account_id must be a sending account of this workspace.',
    );
  if (CLOSED_STATUSES.has(account.status))
    throw campaignErrors.inactiveInbox.make({ field: 'sending_account_id' });
  return account;
}

/** The public record of an account: fields beside it, such as sealed passwords, never reach a template. */
export function toSender(account: SendingAccount): object {
  return sendingAccountSchema.parse(recordOf(account));
}
