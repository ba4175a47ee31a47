import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '@outreach/testing';
import { startMailSink, type MailSink } from '@outreach/testing/mail';
import { TEST_CA } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createMailServer } from './mail-server.ts';

const credentials = { username: 'system', password: 'p@ss/word' };
const own = getCACertificates('default');
const tls = await sharedByTests(async () => startMailSink({ isTls: true, credentials }));
const startTls = await sharedByTests(async () => startMailSink({ credentials }));
const letter = { to: 'ada@example.com', subject: 'Welcome', text: 'Hello' };

/** Node.js reads NODE_EXTRA_CA_CERTS when a process starts. */
const trustTestAuthority = (): void => setDefaultCACertificates([...own, TEST_CA]);
const send = async (protocol: string, { port }: Pick<MailSink, 'port'>, user = 'system:p%40ss%2Fword@') =>
  createMailServer({ url: `${protocol}://${user}localhost:${port}`, from: 'outreach@example.com' }).send(
    letter,
  );

afterEach(() => setDefaultCACertificates(own));
afterAll(() => setDefaultCACertificates(own));

describe.each([
  ['TLS', 'smtps', tls],
  ['STARTTLS', 'smtp', startTls],
])('a mail server with %s', (_name, protocol, sink) => {
  it('receives a letter with the password when its certificate is trusted', async () => {
    trustTestAuthority();
    const before = sink.received.length;
    expect(await send(protocol, sink)).toEqual({ kind: 'accepted' });
    expect(sink.received.slice(before)).toMatchObject([{ from: 'outreach@example.com', to: [letter.to] }]);
    expect(sink.logIns.at(-1)).toBe('system');
  });

  it('receives neither password nor letter when its certificate is not trusted', async () => {
    const before = [sink.received.length, sink.logIns.length];
    expect(await send(protocol, sink)).toEqual({
      kind: 'later',
      reason: expect.stringContaining('certificate'),
    });
    expect([sink.received.length, sink.logIns.length]).toEqual(before);
  });

  it('keeps a letter that it refuses for the log-in for later, without its text', async () => {
    trustTestAuthority();
    expect(await send(protocol, sink, 'system:wrong@')).toEqual({
      kind: 'later',
      reason: expect.stringMatching(/^The server answered 5\d\d\.$/),
    });
  });
});

describe('a mail server that is not there', () => {
  it('keeps the letter for later', async () => {
    const result = await send('smtp', { port: await freePort() });
    expect(result).toEqual({ kind: 'later', reason: expect.stringContaining('ECONNREFUSED') });
  });
});
