import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AppName } from '@outreach/dev/names';
import { secretFiles } from '@outreach/dev/secret-files';
import { appConfigOf, type Environment } from './app-configs.ts';
import { appOf, type Overlay, type Workload } from './overlay.ts';

/** A variable that Node reads. */
const NODE_OPTIONS = 'NODE_OPTIONS';
const FILE_SUFFIX = '_FILE';

/**
 * The environment of the container of a workload. Files of mounted secrets are read from `secrets`, one folder per
 * service.
 */
export function environmentOf({ configMaps }: Overlay, workload: Workload, secrets: string): Environment {
  const app = appOf(workload);
  const { containers, volumes } = workload.spec.template.spec;
  const [container] = containers;
  if (app === undefined || container === undefined)
    throw new Error(`${workload.metadata.name} runs no service.`);
  const data = container.envFrom.map(({ configMapRef: { name } }) => {
    const found = configMaps.find(({ metadata }) => metadata.name === name);
    if (found === undefined) throw new Error(`ConfigMap/${name} does not exist.`);
    return found.data;
  });
  const own = container.env.map((variable) => [variable.name, variable.value] as const);
  const env: Environment = Object.assign({}, ...data, Object.fromEntries(own));
  const volume = volumes.find(({ secret }) => secret !== undefined);
  const folder = container.volumeMounts.find(({ name }) => name === volume?.name)?.mountPath ?? '';
  return withSecrets(env, { folder, files: secretFiles[app] }, path.join(secrets, app));
}

interface SecretMount {
  readonly folder: string;
  readonly files: readonly string[];
}

/** Replaces the paths of mounted secrets by paths on this machine. @throws Error for a file that is not mounted. */
export function withSecrets(env: Environment, { folder, files }: SecretMount, local: string): Environment {
  const entries = Object.entries(env).map(([name, value = '']) => {
    if (!name.endsWith(FILE_SUFFIX)) return [name, value];
    const file = path.posix.relative(folder, value);
    if (!files.includes(file)) throw new Error(`${name}: ${value} is not mounted.`);
    const found = path.join(local, file);
    if (!existsSync(found)) throw new Error(`${name}: npm run keys makes no file ${file}.`);
    return [name, found];
  });
  return Object.fromEntries(entries) as Environment;
}

/** Names that neither the configuration of the app nor the runtime reads. */
export function unknownNames(app: AppName, env: Environment): readonly string[] {
  const { variables } = appConfigOf(app);
  const known = new Set([...variables, ...variables.map((name) => `${name}${FILE_SUFFIX}`)]);
  return Object.keys(env).filter((name) => !known.has(name) && name !== NODE_OPTIONS);
}
