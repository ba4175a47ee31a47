import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatWord } from './format.ts';

type Tone = 'running' | 'quiet' | 'warned' | 'failed';

const TONES: Readonly<Record<Tone, { readonly sign: string; readonly color: string }>> = {
  running: { sign: '●', color: 'light-dark(var(--mantine-color-green-8), var(--mantine-color-green-4))' },
  quiet: { sign: '○', color: 'dimmed' },
  warned: { sign: '▲', color: 'light-dark(var(--mantine-color-orange-9), var(--mantine-color-yellow-4))' },
  failed: { sign: '■', color: 'light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))' },
};

const WORDS: Readonly<Record<Tone, readonly string[]>> = {
  running: [
    'active',
    'healthy',
    'success',
    'sent',
    'delivered',
    'open',
    'valid',
    'pass',
    'received',
    'verified',
    'met',
  ],
  quiet: [
    'draft',
    'completed',
    'archived',
    'closed',
    'stopped',
    'canceled',
    'unverified',
    'unknown',
    'deactivated',
  ],
  warned: [
    'paused',
    'degraded',
    'pending',
    'queued',
    'sending',
    'risky',
    'catch_all',
    'suspended',
    'processing',
    'completed_with_errors',
  ],
  failed: ['failed', 'error', 'bounced', 'invalid', 'dropped', 'fail', 'revoked'],
};

const toneByWord = new Map(
  Object.entries(WORDS).flatMap(([tone, words]) => words.map((word) => [word, tone] as const)),
);

/** A state: its word in the color of its meaning, with a sign for those who do not see colors. */
export function StatusBadge({ status }: { readonly status: string }): ReactNode {
  const tone = TONES[toToneName(toneByWord.get(status))];
  return (
    <Group gap={6} wrap="nowrap" component="span" display="inline-flex">
      <Text span inherit c={tone.color} aria-hidden>
        {tone.sign}
      </Text>
      <Text span inherit>
        {formatWord(status)}
      </Text>
    </Group>
  );
}

function toToneName(name: string | undefined): Tone {
  return name === 'running' || name === 'warned' || name === 'failed' ? name : 'quiet';
}
