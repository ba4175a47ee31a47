import { Anchor, Group, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCampaignGate, type Campaign, type GateReason } from '../../data/campaigns.ts';
import { PageLink } from '../../parts/link.tsx';
import { NotLoaded } from '../../parts/failure.tsx';
import { Section } from '../../parts/page.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import type { WizardStep } from './campaign-draft.ts';

interface GateProps {
  readonly campaign: Campaign;
  readonly onStep: (step: WizardStep) => void;
}

/** The reasons against a launch in words, each with the link that mends it, and the warnings. */
export function Gate({ campaign, onStep }: GateProps): ReactNode {
  const gate = useCampaignGate(campaign.id, true);
  if (gate.data === undefined) return <NotLoaded query={gate} lines={4} />;
  const { passed, blocking_reasons: blocking, warnings } = gate.data;
  return (
    <Section title="Before the launch" label="Gate">
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
    </Section>
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
  if (link === undefined) return null;
  switch (link.to) {
    case 'sequence':
      return (
        <PageLink to="/sequences/$sequenceId" params={{ sequenceId: campaign.sequence_id }}>
          {link.label}
        </PageLink>
      );
    case 'account':
      return reason.sending_account_id === undefined ? (
        <PageLink to="/accounts">{link.label}</PageLink>
      ) : (
        <PageLink to="/accounts/$accountId" params={{ accountId: reason.sending_account_id }}>
          {link.label}
        </PageLink>
      );
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

/** Where the reason of a gate is mended. */
type GateLink =
  | { readonly to: 'sequence'; readonly label: string }
  | { readonly to: 'account'; readonly label: string }
  | { readonly to: 'bounces'; readonly label: string }
  | { readonly to: 'step'; readonly step: 'audience' | 'accounts' | 'schedule'; readonly label: string };

const account: GateLink = { to: 'account', label: 'Open account' };
const bounces: GateLink = { to: 'bounces', label: 'See bounces' };
const sequence: GateLink = { to: 'sequence', label: 'Open sequence' };

const LINKS: Readonly<Record<GateReason['reason'], GateLink | undefined>> = {
  sequence_has_no_steps: sequence,
  template_error: sequence,
  no_active_sending_accounts: { to: 'step', step: 'accounts', label: 'Choose accounts' },
  sending_account_unhealthy: account,
  sending_account_disconnected: account,
  spf_missing: account,
  dkim_missing: account,
  dmarc_missing: account,
  domain_blocklisted: account,
  warmup_incomplete: account,
  bounce_rate_exceeded: bounces,
  complaint_rate_exceeded: bounces,
  empty_filter: { to: 'step', step: 'audience', label: 'Change audience' },
  send_window_invalid: { to: 'step', step: 'schedule', label: 'Change schedule' },
  // Only the operator can configure a platform.
  platform_not_configured: undefined,
};

function gateLinkOf({ reason }: Pick<GateReason, 'reason'>): GateLink | undefined {
  return LINKS[reason];
}
