export { requireBothOrNeither, systemMailConfig } from './config.ts';
export type { SystemMailSettings } from './config.ts';
export { createMailServer } from './mail-server.ts';
export type { LetterResult, MailServer } from './mail-server.ts';
