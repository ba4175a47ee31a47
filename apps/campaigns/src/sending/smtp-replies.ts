import { thrownText } from '@outreach/errors';
import type { SmtpReply } from '../feedback/index.ts';
import type { SmtpCommand } from './ports.ts';

const REPLY = /^(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})(?:\s|$))?/;

export function parseReply(response: string): SmtpReply {
  const [, code, enhanced] = REPLY.exec(response) ?? [];
  return { code: code === undefined ? null : Number(code), enhanced: enhanced ?? null, text: response };
}

export function replyOf(thrown: unknown): SmtpReply | undefined {
  const reply = parseReply(thrownText(thrown, 'response') ?? '');
  return reply.code === null ? undefined : reply;
}

const COMMANDS: Readonly<Record<string, SmtpCommand>> = {
  'MAIL FROM': 'MAIL',
  'RCPT TO': 'RCPT',
  DATA: 'DATA',
};

export function commandOf(thrown: unknown): SmtpCommand | undefined {
  return COMMANDS[thrownText(thrown, 'command') ?? ''];
}
