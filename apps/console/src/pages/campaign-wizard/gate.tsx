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
            {MENDS[reason.reason]?.({ reason, ...rest })}
          </Group>
        </List.Item>
      ))}
    </List>
  );
}

type Mend = (props: GateProps & { readonly reason: GateReason }) => ReactNode;

const account: Mend = ({ reason: { sending_account_id: accountId } }) =>
  accountId === undefined ? (
    <PageLink to="/accounts">Open account</PageLink>
  ) : (
    <PageLink to="/accounts/$accountId" params={{ accountId }}>
      Open account
    </PageLink>
  );
const bounces: Mend = ({ campaign }) => (
  <PageLink to="/campaigns/$campaignId" params={{ campaignId: campaign.id }} search={{ tab: 'bounces' }}>
    See bounces
  </PageLink>
);
const sequence: Mend = ({ campaign }) => (
  <PageLink to="/sequences/$sequenceId" params={{ sequenceId: campaign.sequence_id }}>
    Open sequence
  </PageLink>
);
const step = (name: WizardStep, label: string): Mend =>
  function StepLink({ onStep }) {
    return (
      <Anchor component="button" type="button" c="inherit" fw={500} onClick={() => onStep(name)}>
        {label}
      </Anchor>
    );
  };

/** The link to where the reason is mended. */
const MENDS: Readonly<Record<GateReason['reason'], Mend | undefined>> = {
  sequence_has_no_steps: sequence,
  template_error: sequence,
  no_active_sending_accounts: step('accounts', 'Choose accounts'),
  sending_account_unhealthy: account,
  sending_account_disconnected: account,
  spf_missing: account,
  dkim_missing: account,
  dmarc_missing: account,
  domain_blocklisted: account,
  warmup_incomplete: account,
  bounce_rate_exceeded: bounces,
  complaint_rate_exceeded: bounces,
  empty_filter: step('audience', 'Change audience'),
  send_window_invalid: step('schedule', 'Change schedule'),
  // Only the operator can configure a platform.
  platform_not_configured: undefined,
};
