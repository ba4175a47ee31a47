import { Box, Button, Stack, Stepper, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCampaign, useSaveCampaign, type Campaign } from '../../data/campaigns.ts';
import type { ApiRequest } from '../../parts/api-request.ts';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { formatWord } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import { AccountStep } from './account-step.tsx';
import { AudienceStep } from './audience-step.tsx';
import {
  firstOpenStep,
  problemOf,
  toBody,
  WIZARD_STEPS,
  type CampaignDraft,
  type WizardStep,
} from './campaign-draft.ts';
import { ReviewStep } from './review-step.tsx';
import { ScheduleStep } from './schedule-step.tsx';
import { SequenceStep } from './sequence-step.tsx';
import { useCampaignDraft, type CampaignDraftState } from './use-campaign-draft.ts';

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

/** Audience, sequence, accounts and schedule of a campaign, then its review. The API has it from the review on. */
function CampaignWizard({ campaign }: { readonly campaign: Campaign | undefined }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const state = useCampaignDraft(campaign);
  const save = useSaveCampaign();
  const { draft, idempotencyKey } = state;
  const open = firstOpenStep(draft);
  const wanted = search.step ?? 'audience';
  const isReview = wanted === 'review' && open === 'review' && campaign !== undefined;
  const step: WizardStep = wanted === 'review' && !isReview ? open : wanted;
  const shown = step === 'review' && !isReview ? 'schedule' : step;
  const index = WIZARD_STEPS.indexOf(shown);
  const problem = problemOf(shown, draft);
  const go = (next: WizardStep, id = campaign?.id): void =>
    void navigate({
      search: {
        ...(id === undefined ? {} : { campaign: id }),
        ...(next === 'audience' ? {} : { step: next }),
      },
    });
  const review = (): void => {
    if (!state.isUnsaved) {
      go('review');
      return;
    }
    const onSuccess = ({ id }: Campaign): void => {
      state.discard();
      go('review', id);
    };
    save.mutate(
      { id: campaign?.id, body: toBody(draft), idempotencyKey },
      { onSuccess, onError: state.onError },
    );
  };
  const choose = (next: number): void => {
    const target = WIZARD_STEPS[next] ?? 'audience';
    if (target === 'review') review();
    else go(target);
  };
  return (
    <Page
      title={campaign?.name ?? (draft.name.trim() || 'New campaign')}
      status={campaign !== undefined && <StatusBadge status={campaign.status} />}
      api={() => requestOf(campaign, draft)}
      actions={
        <>
          {index > 0 && (
            <Button variant="default" onClick={() => choose(index - 1)}>
              Back
            </Button>
          )}
          {shown === 'schedule' && (
            <Button disabled={open !== 'review'} loading={save.isPending} onClick={review}>
              Review campaign
            </Button>
          )}
          {shown !== 'schedule' && shown !== 'review' && (
            <Button disabled={problem !== undefined} onClick={() => choose(index + 1)}>
              Continue to {WIZARD_STEPS[index + 1]}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="md" pb="md" h={shown === 'sequence' || shown === 'accounts' ? '100%' : 'auto'}>
        <Text px="md" c="dimmed" hiddenFrom="xs">
          Step {index + 1} of {WIZARD_STEPS.length}: {shown}
        </Text>
        <Box px="md" visibleFrom="xs" role="group" aria-label="Steps">
          <Stepper active={index} size="xs" maw={860} onStepClick={choose}>
            {WIZARD_STEPS.map((one, position) => (
              <Stepper.Step
                key={one}
                label={formatWord(one)}
                allowStepSelect={position <= WIZARD_STEPS.indexOf(open)}
              />
            ))}
          </Stepper>
        </Box>
        {save.error !== null && (
          <Box px="md">
            <Failure error={save.error} />
          </Box>
        )}
        {problem !== undefined && (
          <Text px="md" c="dimmed">
            {problem}
          </Text>
        )}
        {shown === 'review' && campaign !== undefined ? (
          <ReviewStep campaign={campaign} isUnsaved={state.isUnsaved} onSave={review} onStep={go} />
        ) : (
          <Form step={shown} state={state} />
        )}
      </Stack>
    </Page>
  );
}

function requestOf(campaign: Campaign | undefined, draft: CampaignDraft): ApiRequest {
  const body = toBody(draft);
  if (campaign === undefined) return { method: 'post', path: '/api/v1/campaigns/', body };
  const params = { campaign_id: campaign.id };
  return { method: 'patch', path: '/api/v1/campaigns/{campaign_id}/', params, body };
}

function Form({ step, state }: { readonly step: WizardStep; readonly state: CampaignDraftState }): ReactNode {
  switch (step) {
    case 'audience':
      return <AudienceStep {...state} />;
    case 'sequence':
      return <SequenceStep {...state} />;
    case 'accounts':
      return <AccountStep {...state} />;
    case 'schedule':
    case 'review':
      return <ScheduleStep {...state} />;
  }
}
