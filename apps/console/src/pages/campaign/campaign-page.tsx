import { Box, Stack, Tabs, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { useCampaign, useSendingStatus, type Campaign } from '../../data/campaigns.ts';
import { CopiedId } from '../../parts/copy.tsx';
import { NotLoaded } from '../../parts/failure.tsx';
import { ForecastView } from '../../parts/forecast-view.tsx';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { Facts, Page } from '../../parts/page.tsx';
import { StatusBadge, Time } from '../../parts/values.tsx';
import { Audit } from './audit.tsx';
import { Bounces } from './bounces.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignNumbers } from './campaign-numbers.tsx';
import { People } from './people.tsx';
import { SendLog } from './send-log.tsx';

/** The tabs after the numbers. */
const TABS = ['people', 'emails', 'forecast', 'bounces', 'audit', 'settings'] as const;

const route = getRouteApi('/campaigns/$campaignId');
const COLUMN: CSSProperties = { display: 'flex', flexDirection: 'column' };
/** A tab scrolls below the tabs, so that its list grows at its end. */
const SCROLLING: CSSProperties = { flex: 1, minHeight: 0, overflow: 'auto' };

/** One campaign: its state in a sentence, its numbers, people, emails, forecast, bounces, audit and settings. */
export function CampaignPage(): ReactNode {
  const { campaignId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const campaign = useCampaign(campaignId);
  const status = useSendingStatus(campaignId);
  if (campaign.data === undefined) return <NotLoaded query={campaign} lines={12} />;
  const tab = search.tab ?? 'numbers';
  const nextSendAt = status.data?.next_send_at ?? null;
  const choose = (value: string | null): void => {
    void navigate({ search: { ...search, tab: TABS.find((one) => one === value), status: undefined } });
  };
  return (
    <Page
      title={campaign.data.name}
      status={<StatusBadge status={campaign.data.status} />}
      actions={<CampaignActions campaign={campaign.data} />}
    >
      <Stack h="100%" gap={0}>
        <Text px="md" pb="xs" c="dimmed" mih={28}>
          {status.data?.message ?? ''}
          {nextSendAt !== null && (
            <>
              {' '}
              Next email <Time at={nextSendAt} />.
            </>
          )}
        </Text>
        <Tabs value={tab} onChange={choose} keepMounted={false} flex={1} mih={0} style={COLUMN}>
          <Tabs.List px="md">
            {['numbers', ...TABS].map((value) => (
              <Tabs.Tab key={value} value={value}>
                {formatWord(value)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="numbers" style={SCROLLING}>
            <CampaignNumbers id={campaignId} />
          </Tabs.Panel>
          <Tabs.Panel value="people" style={SCROLLING}>
            <People campaign={campaign.data} />
          </Tabs.Panel>
          <Tabs.Panel value="forecast" style={SCROLLING}>
            <Box p="md">
              <ForecastView id={campaignId} none="No email is left to send." />
            </Box>
          </Tabs.Panel>
          <Tabs.Panel value="bounces" style={SCROLLING}>
            <Bounces id={campaignId} />
          </Tabs.Panel>
          <Tabs.Panel value="audit" style={SCROLLING}>
            <Audit id={campaignId} />
          </Tabs.Panel>
          <Tabs.Panel value="emails" style={SCROLLING}>
            <SendLog id={campaignId} />
          </Tabs.Panel>
          <Tabs.Panel value="settings" style={SCROLLING}>
            <CampaignSettings campaign={campaign.data} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Page>
  );
}

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

/** The settings of a campaign, in the words of the API. */
function CampaignSettings({ campaign }: { readonly campaign: Campaign }): ReactNode {
  const { send_window_start: start, send_window_end: end } = campaign;
  return (
    <Box p="md">
      <Facts
        facts={[
          ['Campaign', <CopiedId key="id" id={campaign.id} />],
          ['Sequence', <CopiedId key="sequence" id={campaign.sequence_id} />],
          ['Type', formatWord(campaign.campaign_type)],
          ['Accounts', formatNumber(campaign.sending_account_ids.length)],
          ['Emails a day', formatNumber(campaign.daily_send_limit)],
          ['New contacts a day', formatNumber(campaign.max_new_leads_per_day)],
          ['Sending hours', `${start}:00 to ${end}:00 in the zone of the contact`],
          ['Days', campaign.send_days.join(', ')],
          ['Minimum health of an account', formatNumber(campaign.min_health_score)],
          ['Open tracking', yesNo(campaign.open_tracking_enabled)],
          ['Link tracking', yesNo(campaign.link_tracking_enabled)],
          ['Stop on reply', yesNo(campaign.stop_on_reply)],
          ['Stop on reply of the company', yesNo(campaign.stop_on_domain_reply)],
          ['Pause reason', campaign.pause_reason],
          ['Created', <Time key="created" at={campaign.created_at} />],
          [
            'Started',
            campaign.started_at === null ? 'Not yet' : <Time key="started" at={campaign.started_at} />,
          ],
        ]}
      />
    </Box>
  );
}
