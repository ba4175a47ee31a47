import { Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SendingAccount } from '../../data/accounts.ts';
import { formatNumber } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { allowedOn } from './warmup-plan.ts';

/** The emails of today, of those that the daily limit and the warm-up allow. */
export function TodayView({ account }: { readonly account: SendingAccount }): ReactNode {
  const { sent_today, warmup, daily_limit } = account;
  const allowed = allowedOn(account, warmup.day);
  const part = allowed === 0 ? 0 : Math.min((sent_today / allowed) * 100, 100);
  return (
    <Section title="Today">
      <Progress value={part} mb={6} aria-label="Use of today" />
      <Text style={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatNumber(sent_today)} of {formatNumber(allowed)} emails
        {allowed < daily_limit && (
          <Text span c="dimmed">
            {' '}
            · the warm-up allows fewer than the daily limit of {formatNumber(daily_limit)}
          </Text>
        )}
      </Text>
    </Section>
  );
}
