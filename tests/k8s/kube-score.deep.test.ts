/** @needs kubectl go */
import { spawnSync } from 'node:child_process';
import { buildGoProgram } from '@outreach/dev';
import { describe, expect, it, jest } from '@jest/globals';
import { OVERLAYS, readOverlay, type OverlayName } from './src/overlay.ts';

jest.setTimeout(600_000);

const kubeScore = buildGoProgram('github.com/zegl/kube-score/cmd/kube-score');
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

/** Checks that are left out, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'container-image-pull-policy': 'Images have tags that do not change, so a node need not fetch them again.',
  'container-ephemeral-storage-request-and-limit': 'Containers write to mounted volumes only.',
  'deployment-has-host-podantiaffinity': 'topologySpreadConstraints spread the pods.',
  'statefulset-has-host-podantiaffinity': 'topologySpreadConstraints spread the pods.',
};
const ADDED = ['container-seccomp-profile', 'container-ports-check'];

interface Score {
  /** 0 without problems. */
  readonly status: number | null;
  readonly problems: readonly string[];
}

function score(name: OverlayName, yaml: string): Score {
  // The overlay dev has one replica of each service.
  const replicasMin = name === 'dev' ? '1' : '2';
  const { status, stdout } = spawnSync(
    kubeScore,
    [
      ...['score', '-', '--output-format=ci', '--exit-one-on-warning', '--kubernetes-version=v1.30'],
      ...[`--min-replicas-deployment=${replicasMin}`, `--min-replicas-hpa=${replicasMin}`],
      ...Object.keys(LEFT_OUT).map((check) => `--ignore-test=${check}`),
      ...ADDED.map((check) => `--enable-optional-test=${check}`),
    ],
    { input: yaml, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX },
  );
  return { status, problems: stdout.split('\n').filter((line) => /^\[(CRITICAL|WARNING)\]/.test(line)) };
}

describe('kube-score', () => {
  it.each(OVERLAYS)('reports nothing about the overlay %s', (name) => {
    expect(score(name, readOverlay(name).yaml)).toEqual({ status: 0, problems: [] });
  });

  it('reports a root file system that is writable', () => {
    const { yaml } = readOverlay('prod');
    const changed = yaml.replace('readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false');
    const { status, problems } = score('prod', changed);
    expect([status, problems]).toEqual([1, [expect.stringContaining('writable root filesystem')]]);
  });
});
