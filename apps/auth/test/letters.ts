import { eventually, testCall } from '@outreach/testing';
import type { MailSink } from '@outreach/testing/mail';
import { simpleParser } from 'mailparser';

/** Settings of the product's own mail through a sink with the credentials of the tests. */
export function mailSettings({ port }: Pick<MailSink, 'port'>): Readonly<Record<string, string>> {
  return {
    PUBLIC_BASE_URL: 'https://outreach.example.com',
    SYSTEM_SMTP_URL: `smtp://system:p%40ss%2Fword@127.0.0.1:${port}`,
    SYSTEM_MAIL_FROM: 'outreach@example.com',
  };
}

/** The token in the link of the last letter to an address. */
export async function tokenIn(sink: MailSink, email: string, path: string): Promise<string> {
  const source = await eventually(() => {
    const mail = sink.received.findLast(({ to }) => to.includes(email));
    if (mail === undefined) throw new Error('no letter');
    return mail.source;
  });
  const { text = '' } = await simpleParser(source);
  const [link = ''] = /https:\S+/.exec(text) ?? [];
  const url = new URL(link);
  if (`${url.origin}${url.pathname}` !== `https://outreach.example.com${path}`) throw new Error(link);
  return url.searchParams.get('token') ?? '';
}

export const anonymous = () =>
  testCall('', { principal: { type: 'anonymous', id: '', role: '' }, scopes: new Set() });
