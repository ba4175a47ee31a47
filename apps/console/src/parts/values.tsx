import { Text, Tooltip } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { formatExact, formatNumber, formatRate, formatRelative, formatWord } from './format.ts';

type Tone = 'running' | 'quiet' | 'warned' | 'failed';

const TONES: Readonly<Record<Tone, { readonly sign: string; readonly color: string }>> = {
  running: { sign: '●', color: 'light-dark(var(--mantine-color-green-8), var(--mantine-color-green-4))' },
  quiet: { sign: '○', color: 'var(--mantine-color-dimmed)' },
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

const BADGE: CSSProperties = { display: 'inline-flex', alignItems: 'center', gap: 6 };

/** A state: its word in the color of its meaning, with a sign for those who do not see colors. */
export function StatusBadge({ status }: { readonly status: string }): ReactNode {
  const tone = TONES[toToneName(toneByWord.get(status))];
  return (
    <span style={BADGE}>
      <span style={{ color: tone.color }} aria-hidden>
        {tone.sign}
      </span>
      <span>{formatWord(status)}</span>
    </span>
  );
}

function toToneName(name: string | undefined): Tone {
  return name === 'running' || name === 'warned' || name === 'failed' ? name : 'quiet';
}

/** A relative time; exact and with its zone on hover. */
export function Time({ at }: { readonly at: string | null }): ReactNode {
  if (at === null) return 'Never';
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatRelative(at, Date.now())}
    </time>
  );
}

interface RateProps {
  /** From 0 to 1. */
  readonly rate: number;
  readonly count: number;
  readonly of: number;
}

/** A rate with one decimal; its counts on hover and focus. */
export function Rate({ rate, count, of }: RateProps): ReactNode {
  const label = `${formatNumber(count)} of ${formatNumber(of)}`;
  return (
    <Tooltip label={label}>
      <Text span inherit tabIndex={0} aria-label={`${formatRate(rate)}, ${label}`} role="note">
        {formatRate(rate)}
      </Text>
    </Tooltip>
  );
}
