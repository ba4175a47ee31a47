import { execFile } from 'node:child_process';

const CALL_MS_MAX = 120_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

export interface KubectlResult {
  readonly isDone: boolean;
  readonly output: string;
  /** The errors and warnings of kubectl. */
  readonly problem: string;
}

/** Runs kubectl with arguments and an input. It never throws. */
export type Kubectl = (args: readonly string[], input?: string) => Promise<KubectlResult>;

export interface KubectlOptions {
  readonly kubeconfig: string;
  readonly cacheDir: string;
}

export function createKubectl({ kubeconfig, cacheDir }: KubectlOptions): Kubectl {
  const common = ['--kubeconfig', kubeconfig, '--cache-dir', cacheDir];
  const options = { timeout: CALL_MS_MAX, killSignal: 'SIGKILL', maxBuffer: OUTPUT_BYTES_MAX } as const;
  return (args, input = '') =>
    new Promise((resolve) => {
      const child = execFile('kubectl', [...common, ...args], options, (error, output, problem) =>
        resolve({ isDone: error === null, output, problem: problem || (error?.message ?? '') }),
      );
      // kubectl may end before it has read all of its input.
      child.stdin?.on('error', () => undefined).end(input);
    });
}
