import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCampaignAudience } from '../../data/audience.ts';
import { useCampaignAction, useCampaignGate, type Campaign } from '../../data/campaigns.ts';
import { Facts, Section } from '../../parts/page.tsx';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { ForecastView } from '../../parts/forecast-view.tsx';
import { formatPeriod, formatWord } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { useCan } from '../../session/session.ts';
import { AudienceTable } from './audience-table.tsx';
import { nextWindow, type WizardStep } from './campaign-draft.ts';
import { Gate } from './gate.tsx';

interface ReviewStepProps {
  readonly campaign: Campaign;
  readonly isUnsaved: boolean;
  readonly onSave: () => void;
  readonly onStep: (step: WizardStep) => void;
}

/** Left what will happen, right what stands against it, and the launch. */
export function ReviewStep({ campaign, isUnsaved, onSave, onStep }: ReviewStepProps): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" px="md">
      <Stack gap="lg">
        <Section title="What will happen">
          <LaunchAudience id={campaign.id} />
        </Section>
        <Section title="Forecast">
          <ForecastView id={campaign.id} none="No emails: the campaign has no contacts." />
        </Section>
        <CampaignFacts campaign={campaign} />
      </Stack>
      <Stack gap="lg">
        {isUnsaved ? (
          <Alert color="orange" variant="outline" title="The campaign has changes that are not saved">
            <Button variant="default" onClick={onSave}>
              Save campaign
            </Button>
          </Alert>
        ) : (
          <>
            <Gate campaign={campaign} onStep={onStep} />
            <Launch campaign={campaign} />
          </>
        )}
      </Stack>
    </SimpleGrid>
  );
}

function CampaignFacts({ campaign }: { readonly campaign: Campaign }): ReactNode {
  const { send_window_start: start, send_window_end: end } = campaign;
  return (
    <Facts
      facts={[
        [
          'Sequence',
          <PageLink key="sequence" to="/sequences/$sequenceId" params={{ sequenceId: campaign.sequence_id }}>
            Open sequence
          </PageLink>,
        ],
        ['Type', formatWord(campaign.campaign_type)],
        ['Accounts', campaign.sending_account_ids.length],
        ['Emails a day', campaign.daily_send_limit],
        ['New contacts a day', campaign.max_new_leads_per_day || 'No limit'],
        ['Hours', `${start}:00 to ${end}:00 in the zone of the contact`],
      ]}
    />
  );
}

/** The launch is there when the gate is open; the time of the first email stands beside it. */
function Launch({ campaign }: { readonly campaign: Campaign }): ReactNode {
  const navigate = useNavigate();
  const canWrite = useCan('campaigns:write');
  const gate = useCampaignGate(campaign.id, true);
  const launch = useCampaignAction(campaign.id);
  const now = new Date();
  const opens = nextWindow(campaign, now);
  // The component stays while the launched campaign loads, so that it can open its page.
  if (!canWrite || gate.data?.passed !== true || campaign.status !== 'draft') return null;
  const open = (): void =>
    void navigate({ to: '/campaigns/$campaignId', params: { campaignId: campaign.id } });
  return (
    <Stack gap="xs">
      {launch.error !== null && <Failure error={launch.error} />}
      <Group gap="sm">
        <Button
          size="sm"
          loading={launch.isPending}
          onClick={() => launch.mutate('launch', { onSuccess: open })}
        >
          Launch campaign
        </Button>
        {opens !== undefined && (
          <Text>
            {opens.getTime() === now.getTime()
              ? 'The sending hours are open: the first email is sent soon after the launch.'
              : `The sending hours open on ${formatPeriod(opens.toISOString(), 'hour')}, in the zone of each contact.`}
          </Text>
        )}
      </Group>
    </Stack>
  );
}

const REASONS = [
  ['already_enrolled', 'Out: already enrolled'],
  ['suppressed', 'Out: suppressed'],
  ['invalid_address', 'Out: invalid address'],
  ['risky_address', 'Out: risky or catch-all address'],
] as const;

/** The contacts that the launch of a saved campaign enrolls, and those that it leaves out by reason. */
function LaunchAudience({ id }: { readonly id: string }): ReactNode {
  const audience = useCampaignAudience(id);
  if (audience.data === undefined) return <NotLoaded query={audience} lines={5} height={34} />;
  const { matching, accepted, left_out: leftOut, is_estimated: isEstimated } = audience.data;
  const rows = [
    ['Match the filter', matching] as const,
    ...REASONS.map(([reason, label]) => [label, -leftOut[reason]] as const),
    ['In', accepted] as const,
  ];
  return <AudienceTable rows={rows} isEstimated={isEstimated} />;
}
