import { ConfigError } from '@outreach/service-kit/config';
import { publicBaseUrl } from '@outreach/service-kit/tracking';
import { z } from 'zod';

const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+$/;

/** The configuration of every service that sends letters of the product itself. */
export const systemMailConfig = {
  PUBLIC_BASE_URL: publicBaseUrl.describe(
    'Public address of the gateway, for the links in letters of the product; the same as there.',
  ),
  SYSTEM_SMTP_URL: z
    .string()
    .default('')
    .refine(
      (text) => text === '' || isServer(text),
      'must be smtp://user:password@host:port or smtps://user:password@host:port',
    )
    .describe(
      'Mail server for the letters of the product itself, such as invitations and notifications: smtp[s]://user:password@host:port, user and password percent-encoded. With smtp the connection is upgraded to TLS, which a password requires unless the host is a loopback address. Without it the product sends no letters. Secret.',
    ),
  SYSTEM_MAIL_FROM: z
    .string()
    .default('')
    .refine((text) => text === '' || ADDRESS.test(text), 'must be an email address')
    .describe('Sender address of the letters of the product. Required with SYSTEM_SMTP_URL.'),
};

export interface SystemMailSettings {
  readonly PUBLIC_BASE_URL: string;
  readonly SYSTEM_SMTP_URL: string;
  readonly SYSTEM_MAIL_FROM: string;
}

/** @throws ConfigError when only one of server and sender is set. */
export function requireBothOrNeither(config: Omit<SystemMailSettings, 'PUBLIC_BASE_URL'>): void {
  if ((config.SYSTEM_SMTP_URL === '') !== (config.SYSTEM_MAIL_FROM === ''))
    throw new ConfigError(['SYSTEM_MAIL_FROM: set both SYSTEM_SMTP_URL and SYSTEM_MAIL_FROM, or neither']);
}

function isServer(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && url.port !== '';
}
