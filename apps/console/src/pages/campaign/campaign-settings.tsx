import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Campaign } from '../../data/campaigns.ts';
import { CopiedId } from '../../parts/copy.tsx';
import { Facts } from '../../parts/page.tsx';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { Time } from '../../parts/values.tsx';

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

/** The settings of a campaign, in the words of the API. */
export function CampaignSettings({ campaign }: { readonly campaign: Campaign }): ReactNode {
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
