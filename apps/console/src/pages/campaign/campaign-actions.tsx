import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import {
  useCampaignAction,
  useCloneCampaign,
  type Campaign,
  type CampaignAction,
} from '../../data/campaigns.ts';
import { Confirm } from '../../parts/dialogs.tsx';
import { formatNumber } from '../../parts/format.ts';
import { LinkButton } from '../../parts/link.tsx';
import { randomKey } from '../../parts/random-key.ts';
import { showFailure } from '../../parts/show-failure.ts';
import { useCan } from '../../session/session.ts';

/** The actions that ask first. A launch is reviewed on a page of its own. */
type AskedAction = Exclude<CampaignAction, 'launch'>;

const LABELS: Readonly<Record<AskedAction, string>> = {
  pause: 'Pause campaign',
  resume: 'Resume campaign',
  archive: 'Archive campaign',
};

/** The primary action of each state. */
const MAIN: Readonly<Record<Campaign['status'], AskedAction | undefined>> = {
  draft: undefined,
  active: 'pause',
  paused: 'resume',
  completed: undefined,
  archived: undefined,
};

function effectOf(action: AskedAction, { name, enrollment_counts: counts }: Campaign): string {
  const open = formatNumber(counts.pending + counts.active + counts.paused);
  switch (action) {
    case 'pause':
      return `${name} sends nothing until it is resumed. ${open} contacts wait.`;
    case 'resume':
      return `${name} sends again to ${open} contacts.`;
    case 'archive':
      return `${name} ends for good: its queued emails are canceled, and ${open} contacts receive no further email.`;
  }
}

/** The review of a draft, a clone that opens as a draft; pause, resume and archive, each after a question. */
export function CampaignActions({ campaign }: { readonly campaign: Campaign }): ReactNode {
  const canWrite = useCan('campaigns:write');
  const [asked, setAsked] = useState<AskedAction>();
  const change = useCampaignAction(campaign.id);
  const clone = useCloneCampaign(campaign.id);
  const navigate = useNavigate();
  const main = MAIN[campaign.status];
  if (!canWrite) return null;
  const close = (): void => setAsked(undefined);
  const openDraft = ({ id }: Campaign): void =>
    void navigate({ to: '/campaigns/new', search: { campaign: id } });
  return (
    <>
      <Button
        variant="default"
        loading={clone.isPending}
        onClick={() =>
          clone.mutate(randomKey(), { onError: showFailure(campaign.name), onSuccess: openDraft })
        }
      >
        Clone campaign
      </Button>
      {campaign.status !== 'archived' && (
        <Button variant="default" onClick={() => setAsked('archive')}>
          {LABELS.archive}
        </Button>
      )}
      {campaign.status === 'draft' && (
        <LinkButton to="/campaigns/new" search={{ campaign: campaign.id, step: 'review' }}>
          Review campaign
        </LinkButton>
      )}
      {main !== undefined && <Button onClick={() => setAsked(main)}>{LABELS[main]}</Button>}
      {asked !== undefined && (
        <Confirm
          onClose={close}
          action={LABELS[asked]}
          effect={effectOf(asked, campaign)}
          change={change}
          isDangerous={asked === 'archive'}
          onConfirm={() => change.mutate(asked, { onSuccess: close })}
        />
      )}
    </>
  );
}
