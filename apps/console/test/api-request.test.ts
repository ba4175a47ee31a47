import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { toCurl, toTypeScript, type ApiRequest } from '../src/parts/api-request.ts';

const ORIGIN = 'https://outreach.example.com';
const LIST: ApiRequest = {
  path: '/api/v1/contacts/',
  query: { search: 'maría & co', grade: undefined },
};
const CHANGE: ApiRequest = {
  method: 'patch',
  path: '/api/v1/webhooks/{webhook_id}/',
  params: { webhook_id: 'whk_1' },
  body: { name: `Maria's "CRM" $HOME`, custom_headers: { 'x-a': '1' } },
};

/** The words of a command, as a shell splits them. */
function wordsOf(command: string): string[] {
  const script = `uuidgen() { echo new-key; }; set -- ${command.replace(/^curl /, '')}; printf '%s\\0' "$@"`;
  const env = { OUTREACH_API_KEY: 'otk_1' };
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}

describe('toCurl', () => {
  it('leaves absent filters and the key out of a read', () => {
    expect(toCurl(LIST, ORIGIN)).toBe(
      `curl 'https://outreach.example.com/api/v1/contacts/?search=mar%C3%ADa+%26+co' \\\n  -H "Authorization: Bearer $OUTREACH_API_KEY"`,
    );
  });

  it('passes a shell every text of the body unchanged', () => {
    const words = wordsOf(toCurl(CHANGE, ORIGIN));
    expect(words.slice(0, 3)).toEqual(['-X', 'PATCH', `${ORIGIN}/api/v1/webhooks/whk_1/`]);
    expect(words).toContain('Authorization: Bearer otk_1');
    expect(JSON.parse(words.at(-1) ?? '')).toEqual(CHANGE.body);
  });

  it('gives a POST an Idempotency-Key', () => {
    const words = wordsOf(toCurl({ method: 'post', path: '/api/v1/clients/', body: { name: 'A' } }, ORIGIN));
    expect(words).toContain('Idempotency-Key: new-key');
  });
});

describe('toTypeScript', () => {
  it.each([
    [{ path: '/api/v1/webhooks/' }, 'const result = await outreach.get("/api/v1/webhooks/");'],
    [LIST, '{\n  params: {\n    query: {\n      search: "maría & co"\n    }\n  }\n});'],
    [CHANGE, '    path: {\n      webhook_id: "whk_1"\n    }'],
    [CHANGE, '    custom_headers: {\n      "x-a": "1"\n    }'],
    [
      { method: 'delete', path: '/api/v1/users/{user_id}/', params: { user_id: 'usr_1' } },
      '\nawait outreach.delete("/api/v1/users/{user_id}/", {',
    ],
  ] as const)('writes %j as a call of the client', (request, text) => {
    expect(toTypeScript(request, ORIGIN)).toContain(text);
  });
});
