import { describe, expect, it, jest } from '@jest/globals';
import { appNames } from '@outreach/dev/names';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);

describe('the port for operators', () => {
  it.each(appNames)('serves Prometheus metrics and readiness of %s', async (name) => {
    const url = `http://127.0.0.1:${String(running.stack.ports.metrics[name])}`;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('process_cpu_user_seconds_total');
  });
});

describe('public pages', () => {
  it.each([
    ['/healthz', 'application/json'],
    ['/readyz', 'application/json'],
    ['/openapi.json', 'application/json'],
    ['/.well-known/jwks.json', 'application/json'],
    ['/docs', 'text/html'],
    ['/docs/scalar.js', 'text/javascript'],
  ])('answer at %s without a credential', async (route, type) => {
    const answer = await running.call('GET', route, { key: '' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain(type);
  });

  it('name no other host in the API reference', async () => {
    const { text, headers } = await running.call('GET', '/docs', { key: '' });
    expect(text).not.toMatch(/https?:\/\//);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
