import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { CREDENTIAL_LIMITS, FAILURE_LIMITS } from '../src/rate-limits/limits.ts';
import { ALL_ROUTES, gatewayDocument } from '../src/routes/index.ts';

const { info } = JSON.parse(JSON.stringify(gatewayDocument())) as { info: { description: string } };
const guide = info.description;

/** The code blocks of a language. */
function blocksOf(language: string): string[] {
  return [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, code = '']) => code,
  );
}

describe('the guide', () => {
  it.each(['Authentication', 'Requests', 'Pagination', 'Errors', 'Rate limits', 'Idempotency', 'Webhooks'])(
    'has a section %s',
    (title) => {
      expect(guide).toContain(`\n## ${title}\n`);
    },
  );

  it('lists every rate limit with its value', () => {
    const subject = {
      type: 'user',
      keyLimit: 600,
      workspaceRequests: 5_000,
      workspaceWrites: 2_000,
    } as const;
    const limits = [
      ...CREDENTIAL_LIMITS.map(({ name, value }) => [name, value(subject)] as const),
      ...Object.entries(FAILURE_LIMITS),
    ];
    for (const [name, value] of limits) {
      const [row] = guide.split('\n').filter((line) => line.startsWith(`| \`${name}\``));
      expect(row).toMatch(new RegExp(`\\b${value.toLocaleString('en')}\\b`));
    }
  });

  it('sends its requests to paths that exist', () => {
    const paths = new Set(ALL_ROUTES.map(({ path }) => path.replaceAll(/\{[a-z_]+\}/g, '*')));
    const requests = blocksOf('sh').flatMap((block) => [...block.matchAll(/\$BASE_URL([^"?]+)/g)]);
    expect(requests.length).toBeGreaterThan(5);
    for (const [, path = ''] of requests) expect(paths).toContain(path.replaceAll(/\$[A-Z_]+/g, '*'));
  });

  it.each(['sh', 'ts', 'python'])('has a sample in %s of every resource', (language) => {
    const samples = blocksOf(language).join('\n');
    const resources = ALL_ROUTES.flatMap(({ path }) => /^\/api\/v1\/([a-z-]+)\//.exec(path)?.[1] ?? []);
    const missing = [...new Set(resources)].filter((name) => !samples.includes(`/api/v1/${name}/`));
    // Log-in is explained in its own section; the other two are read by their ids.
    expect(missing.filter((name) => !['auth', 'exports', 'retention-logs'].includes(name))).toEqual([]);
  });

  it('verifies a Standard Webhooks signature, and refuses another body, another secret and an old delivery', async () => {
    const [code = ''] = blocksOf('js');
    const { isValid } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const headersAt = (at: Date) => ({
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', at, '{"a":1}'),
    });
    const headers = headersAt(new Date());
    expect(isValid(headers, '{"a":1}', secret)).toBe(true);
    expect(isValid(headers, '{"a":2}', secret)).toBe(false);
    expect(isValid(headers, '{"a":1}', `whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(false);
    expect(isValid(headersAt(new Date(Date.now() - 600_000)), '{"a":1}', secret)).toBe(false);
  });
});
