import { domainOf } from '@outreach/values';
import { campaignErrors } from '@outreach/contracts-campaigns';
import type { NewId } from '@outreach/service-kit';
import { TEST_MS_MAX, type MailConnectionOptions, failureText, withSmtp } from '../mail-servers/index.ts';
import type { AccountStore, Logins, TestMailer } from './ports.ts';
import { requireAccount } from './manage-accounts.ts';

export interface TestMailerOptions extends MailConnectionOptions {
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly logins: Logins;
  readonly newId: NewId;
}

/** Sends over the SMTP server of an account, one connection per email. It counts in no statistic. */
export function createTestMailer(options: TestMailerOptions): TestMailer {
  return {
    send: async ({ id }, { to, subject, html, text }) => {
      const account = await requireAccount(options.accounts, id);
      const { email, from_name: name, reply_to: replyTo } = account;
      const messageId = `<${options.newId('test')}@${domainOf(email)}>`;
      try {
        const login = options.logins.of(account, account.smtp);
        const target = { login, signal: AbortSignal.timeout(TEST_MS_MAX) };
        await withSmtp(options, target, async (transport) =>
          transport.sendMail({
            from: name === null ? email : { name, address: email },
            to: { name: '', address: to },
            subject,
            messageId,
            ...(replyTo === null ? {} : { replyTo }),
            ...(html === null ? {} : { html }),
            ...(text === null ? {} : { text }),
          }),
        );
      } catch (thrown) {
        throw campaignErrors.mailNotSent.make({ details: { error: failureText(thrown) }, cause: thrown });
      }
      return { message_id: messageId };
    },
  };
}
