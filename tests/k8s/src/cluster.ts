import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SupervisedProcess, type ProcessSpec } from '@outreach/dev/supervised-process';
import { freePort, isPortFree } from '@outreach/testing/free-port';
import { writeCredentials, type Credentials } from './credentials.ts';
import { createKubectl, type Kubectl } from './kubectl.ts';

const READY_MS_MAX = 120_000;
const STOP_MS_MAX = 10_000;
const LOOPBACK = '127.0.0.1';
const SERVICE_ADDRESSES = '10.96.0.0/16';

/** A control plane without nodes and controllers: etcd and the API server. */
export interface Cluster {
  readonly kubectl: Kubectl;
  readonly start: () => Promise<void>;
  /** Ends both processes and deletes their data. */
  readonly stop: () => Promise<void>;
}

interface Place {
  readonly folder: string;
  readonly ports: Readonly<Record<'etcd' | 'peer' | 'api', number>>;
  readonly credentials: Credentials;
}

/** @param program The path of the built API server. */
export async function createCluster(program: string): Promise<Cluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'outreach-verify-'));
  mkdirSync(path.join(folder, 'logs'));
  const ports = {
    etcd: await freePort(),
    peer: await freePort(),
    api: await freePort(),
  };
  const place: Place = { folder, ports, credentials: writeCredentials(folder, ports.api) };
  const cacheDir = path.join(folder, 'kubectl');
  const kubectl = createKubectl({ kubeconfig: place.credentials.kubeconfig, cacheDir });
  const database = supervised(etcdSpec(place));
  const server = supervised(apiSpec(program, place, kubectl));
  return {
    kubectl,
    start: async () => {
      await database.start();
      await server.start();
    },
    stop: async () => {
      await server.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const supervised = (spec: ProcessSpec): SupervisedProcess =>
  new SupervisedProcess(spec, {
    print: (line) => process.stderr.write(`${line}\n`),
    changed: () => undefined,
  });

type Program = Pick<ProcessSpec, 'name' | 'command' | 'args' | 'isReady'>;

const spec = ({ folder }: Place, program: Program): ProcessSpec => ({
  ...program,
  env: process.env,
  cwd: folder,
  logPath: path.join(folder, 'logs', `${program.name}.log`),
  readyTimeoutMs: READY_MS_MAX,
  stopTimeoutMs: STOP_MS_MAX,
});

function etcdSpec(place: Place): ProcessSpec {
  const client = `http://${LOOPBACK}:${place.ports.etcd}`;
  const peer = `http://${LOOPBACK}:${place.ports.peer}`;
  return spec(place, {
    name: 'etcd',
    command: 'etcd',
    args: [
      ...['--name=verify', `--data-dir=${path.join(place.folder, 'etcd')}`],
      ...[`--listen-client-urls=${client}`, `--advertise-client-urls=${client}`],
      ...[`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`],
      `--initial-cluster=verify=${peer}`,
    ],
    isReady: async () => !(await isPortFree(place.ports.etcd)),
  });
}

function apiSpec(command: string, place: Place, kubectl: Kubectl): ProcessSpec {
  const { certificates, serviceAccountKey, tokens } = place.credentials;
  return spec(place, {
    name: 'kube-apiserver',
    command,
    args: [
      ...[
        `--bind-address=${LOOPBACK}`,
        `--advertise-address=${LOOPBACK}`,
        `--secure-port=${place.ports.api}`,
      ],
      ...[`--etcd-servers=http://${LOOPBACK}:${place.ports.etcd}`, `--cert-dir=${certificates}`],
      ...[`--token-auth-file=${tokens}`, '--authorization-mode=RBAC'],
      ...[
        '--service-account-issuer=https://kubernetes.default.svc',
        `--service-account-key-file=${serviceAccountKey}`,
      ],
      `--service-account-signing-key-file=${serviceAccountKey}`,
      // The default writes the address of the API server into Endpoints, which may not be a loopback address.
      ...[`--service-cluster-ip-range=${SERVICE_ADDRESSES}`, '--endpoint-reconciler-type=none'],
      // Otherwise a privileged container is refused before Pod Security is asked.
      '--allow-privileged=true',
    ],
    isReady: async () => (await kubectl(['get', '--raw', '/readyz'])).isDone,
  });
}
