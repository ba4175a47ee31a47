import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCampaign } from '../../data/campaigns.ts';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { CampaignWizard } from './campaign-wizard.tsx';

const route = getRouteApi('/campaigns/new');

/** A new campaign, or the draft that the address names, from its audience to its launch. */
export function CampaignWizardPage(): ReactNode {
  const { campaign: id } = route.useSearch();
  return id === undefined ? <CampaignWizard key="new" campaign={undefined} /> : <Stored key={id} id={id} />;
}

function Stored({ id }: { readonly id: string }): ReactNode {
  const campaign = useCampaign(id);
  if (campaign.data === undefined) return <NotLoaded query={campaign} lines={12} />;
  return <CampaignWizard campaign={campaign.data} />;
}
