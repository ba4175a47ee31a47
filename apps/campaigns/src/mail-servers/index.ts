export { CONNECT_MS_MAX, TEST_MS_MAX, type MailConnectionOptions } from './connect.client.ts';
export { failureText } from './failure-text.client.ts';
export { connectImap } from './imap-connection.client.ts';
export { ImapFailed, type ImapConnection, type ImapMessage } from './imap-ports.ts';
export { createImapTest } from './imap.client.ts';
export type { ConnectionTester, ServerLogin, ServerTest } from './ports.ts';
export { connectSmtp, createSmtpTest, smtpOptionsOf } from './smtp.client.ts';
