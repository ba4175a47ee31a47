import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { appNames, callRest, seedCredential, startStack, type AppName, type Stack } from '@outreach/dev';
import { z } from 'zod';
import { buildImage, type BuiltImage } from './src/build-image.ts';

jest.setTimeout(400_000);

const context = path.resolve(import.meta.dirname, '..', '..');
const target = mkdtempSync(path.join(tmpdir(), 'outreach-images-'));
const images = new Map<AppName, BuiltImage>();
/** Packages that only development needs. `typescript` also comes with the API reference of the gateway. */
const DEVELOPMENT = ['jest', 'eslint', 'nx', 'prettier', 'fast-check', 'autocannon'];

const imageOf = (name: AppName): BuiltImage => {
  const image = images.get(name);
  if (image === undefined) throw new Error(`${name} has no image.`);
  return image;
};
const filesOf = ({ root }: BuiltImage): readonly string[] =>
  globSync('app/{apps,libs,proto}/**', { cwd: root }).filter((one) =>
    statSync(path.join(root, one)).isFile(),
  );

beforeAll(async () => {
  for (const name of appNames) {
    const args = { APP: name };
    images.set(name, await buildImage({ context, target: path.join(target, name), args }));
  }
});

afterAll(() => rmSync(target, { recursive: true, force: true }));

describe.each(appNames)('the image of %s', (name) => {
  it('contains its app, no other app, no test and no package for development', () => {
    const image = imageOf(name);
    const files = filesOf(image);
    expect(files).toContain(`app/apps/${name}/src/main.ts`);
    expect(files.filter((file) => /\.test\.ts$|\/test\//.test(file))).toEqual([]);
    expect(globSync('app/apps/*', { cwd: image.root })).toEqual([`app/apps/${name}`]);
    const modules = path.join(image.root, 'app', 'node_modules');
    expect(DEVELOPMENT.filter((one) => existsSync(path.join(modules, one)))).toEqual([]);
  });

  it('runs on the Node of the project, as a user without rights, with a health check', () => {
    const { baseImage, settings } = imageOf(name);
    const [major] = readFileSync(path.join(context, '.nvmrc'), 'utf8').trim().split('.');
    expect(baseImage).toMatch(new RegExp(`^node:${String(major)}\\.\\d+\\.\\d+-slim$`));
    expect(settings.get('USER')).toBe('10001:10001');
    expect(settings.get('ENTRYPOINT')).toBe(
      '["node", "--expose-gc", "--heap-growing-percent=50", "app/src/main.ts"]',
    );
    expect(settings.get('HEALTHCHECK')).toContain('/healthz');
    expect(settings.get('LABEL')).toContain(`org.opencontainers.image.title="outreach-${name}"`);
  });
});

describe('the images', () => {
  let stack: Stack;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'outreach-images-data-'));
  const versions = (): readonly string[] =>
    [...images.values()].flatMap((image) =>
      filesOf(image).map((file) => `${file} ${statSync(path.join(image.root, file)).ctimeMs}`),
    );
  let before: readonly string[] = [];

  beforeAll(async () => {
    before = versions();
    const entryOf = (name: AppName): string => path.join(imageOf(name).root, 'app', 'app', 'src', 'main.ts');
    stack = await startStack({ dataDir, entryOf, env: { LOG_LEVEL: 'warn' } });
  });

  afterAll(async () => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('serve the API together', async () => {
    const { apiKey: token } = await seedCredential(stack, 'Images');
    const contact = z.looseObject({ id: z.string(), email: z.string() });
    const request = { path: '/api/v1/contacts/', token, answer: contact };
    const created = await callRest(stack.baseUrl, {
      ...request,
      method: 'POST',
      body: { email: 'ada@example.com' },
    });
    const read = await callRest(stack.baseUrl, {
      ...request,
      method: 'GET',
      path: `/api/v1/contacts/${created.id}/`,
    });
    expect(read.email).toBe('ada@example.com');
  });

  it('write nothing to their file systems', () => {
    expect(before.length).toBeGreaterThan(0);
    expect(versions()).toEqual(before);
  });
});
