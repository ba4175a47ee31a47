export { MAILBOX_DOMAIN, startDovecot } from './dovecot.ts';
export type { TestDovecot } from './dovecot.ts';
export { startMailLog } from './mail-log.ts';
export { startMailSink } from './mail-sink.ts';
export type { MailSink } from './mail-sink.ts';
export { startPostfix } from './postfix.ts';
export { startSendingPlatform } from './sending-platform.ts';
export type { SendingPlatform } from './sending-platform.ts';
