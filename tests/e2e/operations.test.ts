import { describe, expect, it, jest } from '@jest/globals';
import { appNames } from '@outreach/dev';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { runStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(runStack);

describe('what operators see', () => {
  it.each(appNames)('%s serves Prometheus figures and its readiness on a port of its own', async (name) => {
    const url = `http://127.0.0.1:${String(running.stack.ports.metrics[name])}`;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('process_cpu_user_seconds_total');
  });

  it('a backend that dies is started again, and the gateway serves with it', async () => {
    const before = running.stack.pids().contacts;
    running.stack.kill('contacts', 'SIGKILL');
    await eventually(
      async () => {
        const answer = await running.call('GET', '/api/v1/contacts/');
        expect([answer.status, running.stack.pids().contacts !== before]).toEqual([200, true]);
      },
      { timeoutMs: 30_000, pollMs: 250 },
    );
  });

  it('a request to a backend that is down is a 503 or 504 with Retry-After, and other routes are unharmed', async () => {
    await running.stack.stopProcess('contacts');
    const down = await running.call('GET', '/api/v1/contacts/');
    expect([503, 504]).toContain(down.status);
    expect(down.body.error.code).toBe('internal_error');
    expect(Number(down.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(down.headers.get('x-ratelimit-limit')).not.toBeNull();
    expect((await running.call('GET', '/api/v1/webhooks/')).status).toBe(200);
    await running.stack.startProcess('contacts');
  });
});

describe('what newcomers see', () => {
  it.each([
    ['/healthz', 'application/json'],
    ['/readyz', 'application/json'],
    ['/openapi.json', 'application/json'],
    ['/.well-known/jwks.json', 'application/json'],
    ['/docs', 'text/html'],
    ['/docs/scalar.js', 'text/javascript'],
  ])('%s answers without a credential', async (route, type) => {
    const answer = await running.call('GET', route, { key: '' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain(type);
  });

  it('the reference page names no other host', async () => {
    const { text, headers } = await running.call('GET', '/docs', { key: '' });
    expect(text).not.toMatch(/https?:\/\//);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
