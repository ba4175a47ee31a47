import { describe, expect, it } from '@jest/globals';
import { defineConfig } from '@outreach/service-kit/config';
import { requireBothOrNeither, systemMailConfig } from './config.ts';

const definition = defineConfig(systemMailConfig);
const URL_TEXT = 'smtps://system:p%40ss@mail.example.com:465';
const FROM = 'outreach@example.com';

describe('the settings of the mail of the product', () => {
  it('are empty by default, and have links to this machine', () => {
    const config = definition.load({});
    expect(() => requireBothOrNeither(config)).not.toThrow();
    expect(config).toEqual({
      PUBLIC_BASE_URL: 'http://127.0.0.1:8080',
      SYSTEM_SMTP_URL: '',
      SYSTEM_MAIL_FROM: '',
    });
  });

  it('are a server, a sender and the origin of links', () => {
    const env = { SYSTEM_SMTP_URL: URL_TEXT, SYSTEM_MAIL_FROM: FROM };
    const config = definition.load({ ...env, PUBLIC_BASE_URL: 'https://outreach.example.com/path' });
    expect(() => requireBothOrNeither(config)).not.toThrow();
    expect(config).toEqual({ ...env, PUBLIC_BASE_URL: 'https://outreach.example.com' });
  });

  it.each([
    [{ SYSTEM_SMTP_URL: 'https://mail.example.com:465' }, 'SYSTEM_SMTP_URL'],
    [{ SYSTEM_SMTP_URL: 'smtp://mail.example.com' }, 'SYSTEM_SMTP_URL'],
    [{ SYSTEM_SMTP_URL: 'mail.example.com:25' }, 'SYSTEM_SMTP_URL'],
    [{ SYSTEM_MAIL_FROM: 'Outreach <outreach@example.com>' }, 'SYSTEM_MAIL_FROM'],
    [{ PUBLIC_BASE_URL: 'ftp://outreach.example.com' }, 'PUBLIC_BASE_URL'],
  ])('refuse %j', (env, name) => {
    expect(() => definition.load(env)).toThrow(name);
  });

  it.each([[{ SYSTEM_SMTP_URL: URL_TEXT }], [{ SYSTEM_MAIL_FROM: FROM }]])(
    'are incomplete with %j',
    (env) => {
      expect(() => requireBothOrNeither(definition.load(env))).toThrow('set both');
    },
  );
});
