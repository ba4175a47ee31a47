import { existsSync } from 'node:fs';
import path from 'node:path';
import { secretFiles, type AppName } from '@outreach/dev';
import { appConfigOf, type Environment } from './app-configs.ts';
import { appOf, ofKind, podsOfApps, type Manifests, type Workload } from './manifests.ts';

/** Variables that Node and its allocator read. */
const RUNTIME_VARIABLES: ReadonlySet<string> = new Set(['NODE_OPTIONS', 'MALLOC_MMAP_THRESHOLD_']);
const FILE_SUFFIX = '_FILE';

/**
 * The environment of the container of a workload. Files of mounted secrets are read from `secrets`, one folder per
 * service.
 */
export function environmentOf(objects: Manifests, name: string, secrets: string): Environment {
  const app = appOf(name);
  const workload = podsOfApps(objects).find(({ metadata }) => metadata.name === name);
  const container = workload?.spec.template.spec.containers[0];
  if (app === undefined || workload === undefined || container === undefined)
    throw new Error(`${name} has no container.`);
  const data = (container.envFrom ?? []).map(({ configMapRef }) =>
    configData(objects, configMapRef?.name ?? ''),
  );
  const own = (container.env ?? []).map((variable) => [variable.name, variable.value] as const);
  const env: Environment = Object.assign({}, ...data, Object.fromEntries(own));
  return withSecrets(env, mountOf(objects, workload), path.join(secrets, app));
}

function configData(objects: Manifests, name: string): Environment {
  const found = ofKind(objects, 'ConfigMap').find(({ metadata }) => metadata.name === name);
  if (found === undefined) throw new Error(`ConfigMap/${name} does not exist.`);
  return found.data;
}

interface SecretMount {
  readonly folder: string;
  readonly files: readonly string[];
}

/** The files of the Secret of a workload: of the Secret itself, or as npm run keys makes them if it exists elsewhere. */
function mountOf(objects: Manifests, { metadata, spec }: Workload): SecretMount {
  const { volumes = [], containers } = spec.template.spec;
  const volume = volumes.find(({ secret }) => secret !== undefined);
  const mounts = containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
  const folder = mounts.find(({ name }) => name === volume?.name)?.mountPath ?? '';
  const secret = ofKind(objects, 'Secret').find((one) => one.metadata.name === volume?.secret?.secretName);
  const app = appOf(metadata.name);
  const files = secret ? Object.keys(secret.data) : app === undefined ? [] : secretFiles[app];
  return { folder, files };
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
  return Object.keys(env).filter((name) => !known.has(name) && !RUNTIME_VARIABLES.has(name));
}
