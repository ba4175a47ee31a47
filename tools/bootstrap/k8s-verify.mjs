// `npm run k8s:verify`: applies the Kubernetes objects to a real API server. It requires Go, kubectl and etcd.

import { delimiter } from 'node:path';
import { capture } from './command.mjs';
import { runTool } from './run-tool.mjs';
import { PlainError, runMain } from './say.mjs';

/** Folder of the usual installation of Go, which PATH may lack. */
const goFolder = '/usr/local/go/bin';
const programs = [
  { name: 'go', probe: ['version'], from: 'https://go.dev/dl' },
  { name: 'kubectl', probe: ['version', '--client'], from: 'https://kubernetes.io/docs/tasks/tools' },
  { name: 'etcd', probe: ['--version'], from: 'the package etcd-server' },
];

process.env.PATH = [process.env.PATH, goFolder].join(delimiter);
await runMain(async () => {
  for (const { name, probe, from } of programs)
    if ((await capture(name, probe)).code !== 0)
      throw new PlainError(`k8s:verify requires ${name}; install it from ${from}.`);
  return 0;
});
if (process.exitCode === 0) await runTool({ script: 'tests/k8s/verify.ts' });
