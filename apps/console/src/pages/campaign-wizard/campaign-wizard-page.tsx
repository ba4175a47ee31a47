import { Box } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCampaign } from '../../data/campaigns.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { CampaignWizard } from './campaign-wizard.tsx';

const route = getRouteApi('/campaigns/new');

/** A new campaign, or the draft that the address names, from its audience to its launch. */
export function CampaignWizardPage(): ReactNode {
  const { campaign: id } = route.useSearch();
  return id === undefined ? <CampaignWizard key="new" campaign={undefined} /> : <Stored key={id} id={id} />;
}

function Stored({ id }: { readonly id: string }): ReactNode {
  const campaign = useCampaign(id);
  if (campaign.isPending) return <Loading lines={12} />;
  if (campaign.isLoadingError)
    return (
      <Box p="md">
        <Failure error={campaign.error} retry={() => void campaign.refetch()} />
      </Box>
    );
  return <CampaignWizard campaign={campaign.data} />;
}
