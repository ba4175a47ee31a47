import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { appNames } from '@outreach/dev/names';
import { afterAll, describe, expect, it, jest } from '@jest/globals';

jest.setTimeout(240_000);

const root = path.resolve(import.meta.dirname, '..', '..');
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
const target = mkdtempSync(path.join(tmpdir(), 'outreach-image-'));
/** Packages that only development needs. `typescript` also comes with the API reference of the gateway. */
const DEVELOPMENT = ['vite', 'react', 'jest', 'eslint', 'nx', 'prettier', 'fast-check', 'autocannon'];
/** .dockerignore leaves out everything (`*`), lets some files through (`!apps`), and leaves out some of these. */
const ignoreLines = readFileSync(path.join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && line !== '*' && !line.startsWith('#'));
const included = ignoreLines.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
const ignored = ignoreLines.filter((line) => !line.startsWith('!'));

/** The arguments of an instruction of the Dockerfile, or of one of its stages, for an app. */
const linesOf = (instruction: string, app: string, content = dockerfile): readonly string[] =>
  [...content.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].map(([, text = '']) =>
    text.replaceAll('${APP}', app),
  );

const stageNamed = (name: string): string =>
  dockerfile.split(/^(?=FROM )/m).find((stage) => stage.split('\n')[0]?.endsWith(` AS ${name}`) === true) ??
  '';

const { NODE_OPTIONS, PATH = '', ...inherited } = process.env;
const commandEnv = { ...inherited, PATH: `${path.dirname(process.execPath)}${path.delimiter}${PATH}` };

/** Runs the commands of a stage in a folder with the files that it copies. */
function runStage(name: string, app: string, folder: string): void {
  const stage = stageNamed(name);
  const sources = linesOf('COPY', app, stage).flatMap((line) => line.split(' ').slice(0, -1));
  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) {
    expect(included).toContain(source.split('/')[0]);
    const filter = (file: string): boolean =>
      !ignored.some((pattern) => path.matchesGlob(path.relative(root, file), pattern));
    cpSync(path.join(root, source), path.join(folder, source), { recursive: true, filter });
  }
  for (const command of linesOf('RUN', app, stage))
    execFileSync('sh', ['-c', command], { cwd: folder, env: commandEnv });
}

afterAll(() => rmSync(target, { recursive: true, force: true }));

// The commands of the Dockerfile, in a folder with the files that it copies. There is no container.
describe.each(appNames)('the image of %s', (app) => {
  const folder = path.join(target, app);

  it('starts its app from the copied files and the packages of production', () => {
    runStage('build', app, folder);
    expect(DEVELOPMENT.filter((name) => existsSync(path.join(folder, 'node_modules', name)))).toEqual([]);
    const [entry = '[]'] = linesOf('ENTRYPOINT', app);
    const [, ...args] = JSON.parse(entry) as readonly string[];
    // Without settings the app names the missing ones and ends: all of its imports were found.
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      env: {},
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`).toContain('IDENTITY_PRIVATE_KEY');
    expect(status).not.toBe(0);
  });

  it('has the console only if the app serves it', () => {
    const builder = path.join(target, `${app}-console`);
    runStage('console', app, builder);
    const dist = path.join(builder, 'apps', 'console', 'dist');
    expect(existsSync(path.join(dist, 'index.html'))).toBe(app === 'gateway');
    expect(linesOf('COPY --from=console', app)).toEqual(['/app/apps/console/dist /app/apps/console/dist']);
  });

  it('runs on the Node of the project, as a user without rights, with a health check', () => {
    const node = readFileSync(path.join(root, '.nvmrc'), 'utf8').trim();
    expect(linesOf('ARG', app)[0]).toMatch(new RegExp(`^NODE_VERSION=${node}\\.`));
    expect(linesOf('USER', app)).toEqual(['10001:10001']);
    expect(linesOf('HEALTHCHECK', app)).toHaveLength(1);
  });
});
