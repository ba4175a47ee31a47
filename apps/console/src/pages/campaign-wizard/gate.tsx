import { Anchor, Group, List, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAccounts } from '../../data/accounts.ts';
import type { GateReason } from '../../data/campaign-plans.ts';
import { useCampaignGate, type Campaign } from '../../data/campaigns.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageLink } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import type { WizardStep } from './campaign-draft.ts';
import { gateLinkOf } from './gate-link.ts';

export interface GateProps {
  readonly campaign: Campaign;
  readonly onStep: (step: WizardStep) => void;
}

/** The reasons against a launch in words, each with the link that mends it, and the warnings. */
export function Gate({ campaign, onStep }: GateProps): ReactNode {
  const gate = useCampaignGate(campaign.id, true);
  if (gate.isPending) return <Loading lines={4} />;
  if (gate.isLoadingError) return <Failure error={gate.error} retry={() => void gate.refetch()} />;
  const { passed, blocking_reasons: blocking, warnings } = gate.data;
  return (
    <section aria-label="Gate">
      <Title order={2} mb="xs">
        Before the launch
      </Title>
      <Stack gap="md">
        <Text span>
          <StatusBadge status={passed ? 'pass' : 'fail'} />
          <Text span ml="sm">
            {passed
              ? 'Nothing stands against the launch.'
              : 'These reasons stand against the launch. They are looked at again when you come back.'}
          </Text>
        </Text>
        <Reasons reasons={blocking} campaign={campaign} onStep={onStep} />
        {warnings.length > 0 && (
          <div>
            <StatusBadge status="warning" />
            <Reasons reasons={warnings} campaign={campaign} onStep={onStep} />
          </div>
        )}
      </Stack>
    </section>
  );
}

function Reasons({ reasons, ...rest }: GateProps & { readonly reasons: readonly GateReason[] }): ReactNode {
  return (
    <List spacing="sm">
      {reasons.map((reason) => (
        <List.Item key={`${reason.reason} ${reason.message}`}>
          <Group gap="sm">
            <Text span>{reason.message}</Text>
            <Mend reason={reason} {...rest} />
          </Group>
        </List.Item>
      ))}
    </List>
  );
}

function Mend({ reason, campaign, onStep }: GateProps & { readonly reason: GateReason }): ReactNode {
  const link = gateLinkOf(reason);
  const accounts = useAccounts(undefined);
  if (link === undefined) return null;
  switch (link.to) {
    case 'sequence':
      return (
        <PageLink to="/sequences/$sequenceId" params={{ sequenceId: campaign.sequence_id }}>
          {link.label}
        </PageLink>
      );
    case 'account': {
      const email = accounts.items.find(({ id }) => id === reason.sending_account_id)?.email;
      return (
        <PageLink to="/accounts" search={email === undefined ? {} : { search: email }}>
          {link.label}
        </PageLink>
      );
    }
    case 'bounces':
      return (
        <PageLink
          to="/campaigns/$campaignId"
          params={{ campaignId: campaign.id }}
          search={{ tab: 'bounces' }}
        >
          {link.label}
        </PageLink>
      );
    case 'step':
      return (
        <Anchor component="button" type="button" c="inherit" fw={500} onClick={() => onStep(link.step)}>
          {link.label}
        </Anchor>
      );
  }
}
