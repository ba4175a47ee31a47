import { Progress, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  useAccount,
  useAccountHealth,
  useTestAccount,
  type AccountHealth,
  type SendingAccount,
} from '../../data/accounts.ts';
import { AccountTestResult } from '../../parts/account-test.tsx';
import { Chart } from '../../parts/chart.tsx';
import { CopiedId } from '../../parts/copy.tsx';
import { DnsRecords } from '../../parts/dns-records.tsx';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { formatNumber, formatRate, formatWord } from '../../parts/format.ts';
import { Facts, Page, Section } from '../../parts/page.tsx';
import { StatusBadge, Time } from '../../parts/values.tsx';
import { AccountActions } from './account-actions.tsx';
import { dnsPlan } from './dns-plan.ts';
import { allowedOn, warmupDays } from './warmup-plan.ts';

const route = getRouteApi('/accounts/$accountId');
const CHART_HEIGHT = 180;

/** One mailbox: its use, its health, its warm-up and its DNS records. */
export function AccountPage(): ReactNode {
  const { accountId } = route.useParams();
  const account = useAccount(accountId);
  const test = useTestAccount();
  if (account.data === undefined) return <NotLoaded query={account} lines={10} />;
  const { data } = account;
  return (
    <Page
      title={data.email}
      status={<StatusBadge status={data.status} />}
      api={() => ({ path: '/api/v1/sending-accounts/{account_id}/', params: { account_id: data.id } })}
      actions={<AccountActions account={data} test={test} />}
    >
      <Stack p="md" pt="xs" gap="xl">
        {test.error !== null && <Failure error={test.error} />}
        {test.data !== undefined && (
          <section aria-label="Connection test">
            <AccountTestResult test={test.data} />
          </section>
        )}
        <Trouble account={data} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="xl">
          <Stack gap="xl">
            <TodayView account={data} />
            <AccountFacts account={data} />
            <HealthView id={data.id} />
            <Warmup account={data} />
          </Stack>
          <section aria-label="DNS records">
            <Title order={2} mb={4}>
              DNS records
            </Title>
            <Text size="sm" c="dimmed" mb="sm">
              Checked: <Time at={data.auth.checked_at} />
            </Text>
            <DnsRecords records={dnsPlan(data)} />
          </section>
        </SimpleGrid>
      </Stack>
    </Page>
  );
}

/** Why the account does not send. */
function Trouble({ account }: { readonly account: SendingAccount }): ReactNode {
  const { status, status_reason: reason, last_error } = account;
  if (status === 'active' || (reason === null && last_error === null)) return null;
  return (
    <Text c="error" role="status">
      {[reason === null ? undefined : formatWord(reason), last_error]
        .filter((text) => typeof text === 'string')
        .join(': ')}
    </Text>
  );
}

type Server = NonNullable<SendingAccount['smtp']>;

function serverText(server: Server | null): string | null {
  return server === null ? null : `${server.host}:${server.port} (${server.security})`;
}

const PROVIDERS: Readonly<Record<SendingAccount['provider'], string>> = {
  smtp: 'SMTP server',
  google: 'Google',
  microsoft: 'Microsoft',
  ses: 'Amazon SES',
};

function AccountFacts({ account }: { readonly account: SendingAccount }): ReactNode {
  const { auth_method, oauth, provider, min_gap_seconds, max_gap_seconds } = account;
  return (
    <Facts
      facts={[
        ['Account', <CopiedId key="id" id={account.id} />],
        ['Sender', account.from_name],
        ['Provider', PROVIDERS[provider]],
        ['Log-in', auth_method === 'oauth2' ? `OAuth, ${oauth?.status ?? 'not connected'}` : 'Password'],
        ['SMTP', serverText(account.smtp)],
        ['IMAP', serverText(account.imap)],
        ['Pause between emails', `${formatNumber(min_gap_seconds)} to ${formatNumber(max_gap_seconds)} s`],
        ['Time zone', account.time_zone ?? 'UTC'],
        ['Replies to', account.reply_to],
      ]}
    />
  );
}

function Warmup({ account }: { readonly account: SendingAccount }): ReactNode {
  const { enabled, day: today } = account.warmup;
  return (
    <Section title="Warm-up">
      {enabled ? (
        <>
          <Text mb="xs">Day {today}. Each day on which the account sends allows more emails.</Text>
          <Chart
            label="Emails allowed over time"
            head="Period"
            names={['Emails allowed']}
            height={CHART_HEIGHT}
            rows={warmupDays(account).map(({ day, allowed }) => ({
              label: day === today ? `Day ${day}, today` : `Day ${day}`,
              values: [allowed],
            }))}
          />
        </>
      ) : (
        <Text c="dimmed">Off: the daily limit alone counts.</Text>
      )}
    </Section>
  );
}

/** The emails of today, of those that the daily limit and the warm-up allow. */
function TodayView({ account }: { readonly account: SendingAccount }): ReactNode {
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

type Factor = AccountHealth['factors'][number];

/** A rate, or whether the trouble is there. */
function observedText({ factor, observed }: Factor): string {
  if (factor.endsWith('_rate')) return formatRate(observed);
  return observed > 0 ? 'Yes' : 'No';
}

/** The score of an account and what it lost. */
function HealthView({ id }: { readonly id: string }): ReactNode {
  const health = useAccountHealth(id);
  if (health.data === undefined) return <NotLoaded query={health} lines={6} />;
  const { health_score, sent_14d, hard_bounced_14d, complaints_14d, factors } = health.data;
  return (
    <Section title="Health">
      <Text mb="xs">
        {formatNumber(health_score)} of 100, from {formatNumber(sent_14d)} emails of the last 14 days:{' '}
        {formatNumber(hard_bounced_14d)} bounced, {formatNumber(complaints_14d)} reported as spam.
      </Text>
      <Table fz="sm">
        <Table.Caption hidden>Deductions from 100</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th fw={500}>Factor</Table.Th>
            <Table.Th fw={500} ta="right">
              Observed
            </Table.Th>
            <Table.Th fw={500} ta="right">
              Points
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody style={{ fontVariantNumeric: 'tabular-nums' }}>
          {factors.map((factor) => (
            <Table.Tr key={factor.factor}>
              <Table.Td>{formatWord(factor.factor)}</Table.Td>
              <Table.Td ta="right">{observedText(factor)}</Table.Td>
              <Table.Td ta="right">
                {factor.penalty === 0 ? '0' : `−${formatNumber(factor.penalty)}`}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
