import { Box, Tabs, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCampaign, useSendingStatus } from '../../data/campaigns.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignNumbers } from './campaign-numbers.tsx';
import { CampaignSettings } from './campaign-settings.tsx';
import { SendLog } from './send-log.tsx';

const route = getRouteApi('/campaigns/$campaignId');

/** One campaign: its state in a sentence, its numbers, its emails and its settings. */
export function CampaignPage(): ReactNode {
  const { campaignId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const campaign = useCampaign(campaignId);
  const status = useSendingStatus(campaignId);
  if (campaign.isPending) return <Loading lines={12} />;
  if (campaign.isError)
    return (
      <Box p="md">
        <Failure error={campaign.error} retry={() => void campaign.refetch()} />
      </Box>
    );
  const tab = search.tab ?? 'numbers';
  const choose = (value: string | null): void => {
    const next = value === 'emails' || value === 'settings' ? value : undefined;
    void navigate({ search: { ...search, tab: next } });
  };
  return (
    <Page
      title={campaign.data.name}
      status={<StatusBadge status={campaign.data.status} />}
      actions={<CampaignActions campaign={campaign.data} />}
    >
      <Text px="md" pb="xs" c="dimmed" mih={28}>
        {status.data?.message ?? ''}
      </Text>
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List px="md">
          <Tabs.Tab value="numbers">Numbers</Tabs.Tab>
          <Tabs.Tab value="emails">Emails</Tabs.Tab>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="numbers">
          <CampaignNumbers id={campaignId} />
        </Tabs.Panel>
        <Tabs.Panel value="emails">
          <SendLog id={campaignId} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <CampaignSettings campaign={campaign.data} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
