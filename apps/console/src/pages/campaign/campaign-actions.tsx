import { Alert, Button, List, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import {
  useCampaignAction,
  useCampaignGate,
  type Campaign,
  type CampaignAction,
} from '../../data/campaigns.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { formatNumber } from '../../parts/format.ts';
import { useCan } from '../../session/use-session.ts';

const LABELS: Readonly<Record<CampaignAction, string>> = {
  launch: 'Launch campaign',
  pause: 'Pause campaign',
  resume: 'Resume campaign',
  archive: 'Archive campaign',
};

/** The primary action of each state. */
const MAIN: Readonly<Record<Campaign['status'], CampaignAction | undefined>> = {
  draft: 'launch',
  active: 'pause',
  paused: 'resume',
  completed: undefined,
  archived: undefined,
};

function effectOf(action: CampaignAction, { name, enrollment_counts: counts }: Campaign): string {
  const open = formatNumber(counts.pending + counts.active + counts.paused);
  switch (action) {
    case 'launch':
      return `${name} enrolls the contacts of its filter and starts to send.`;
    case 'pause':
      return `${name} sends nothing until it is resumed. ${open} contacts wait.`;
    case 'resume':
      return `${name} sends again to ${open} contacts.`;
    case 'archive':
      return `${name} ends for good: its queued emails are canceled, and ${open} contacts receive no further email.`;
  }
}

/** Launch, pause, resume and archive, each after a question. */
export function CampaignActions({ campaign }: { readonly campaign: Campaign }): ReactNode {
  const canWrite = useCan('campaigns:write');
  const [asked, setAsked] = useState<CampaignAction>();
  const change = useCampaignAction(campaign.id);
  const main = MAIN[campaign.status];
  if (!canWrite) return null;
  const ask = (action: CampaignAction): void => {
    change.reset();
    setAsked(action);
  };
  const close = (): void => setAsked(undefined);
  return (
    <>
      {campaign.status !== 'archived' && (
        <Button variant="default" onClick={() => ask('archive')}>
          {LABELS.archive}
        </Button>
      )}
      {main !== undefined && <Button onClick={() => ask(main)}>{LABELS[main]}</Button>}
      {asked === 'launch' && <Gate id={campaign.id} />}
      {asked !== undefined && (
        <Confirm
          opened
          onClose={close}
          action={LABELS[asked]}
          effect={effectOf(asked, campaign)}
          isRunning={change.isPending}
          error={change.error}
          isDangerous={asked === 'archive'}
          onConfirm={() => change.mutate(asked, { onSuccess: close })}
        />
      )}
    </>
  );
}

/** Why the campaign cannot be launched, in the words of the gate. */
function Gate({ id }: { readonly id: string }): ReactNode {
  const { data } = useCampaignGate(id, true);
  if (data === undefined || data.passed) return null;
  return (
    <Alert color="red" variant="outline" title="The campaign cannot be launched yet" w="100%">
      <List size="md">
        {data.blocking_reasons.map(({ reason, message }) => (
          <List.Item key={`${reason} ${message}`}>
            <Text>{message}</Text>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
