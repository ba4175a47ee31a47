import { Alert, Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSaveSteps, useSequence, type Sequence } from '../../data/sequences.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { Page } from '../../parts/page.tsx';
import { randomKey } from '../../parts/random-key.ts';
import { StatusBadge } from '../../parts/values.tsx';
import { useCan } from '../../session/session.ts';
import { Preview } from './preview.tsx';
import { SequenceMenu } from './sequence-menu.tsx';
import { toStepInputs, weightProblem, withNewStep } from './step-draft.ts';
import { StepEditor } from './step-editor.tsx';
import { StepList } from './step-list.tsx';
import { useDraft, type DraftState } from './use-draft.ts';

const route = getRouteApi('/sequences/$sequenceId');

/** One sequence: its steps, the text of one of them, and that text as a contact receives it. */
export function SequencePage(): ReactNode {
  const { sequenceId } = route.useParams();
  const sequence = useSequence(sequenceId);
  if (sequence.data === undefined) return <NotLoaded query={sequence} lines={12} />;
  return <SequenceEditor key={sequenceId} sequence={sequence.data} />;
}

/** The steps of a sequence, one of them in full. Changes are stored together by *Save steps*. */
function SequenceEditor({ sequence }: { readonly sequence: Sequence }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCan('campaigns:write');
  const draft = useDraft(sequence);
  const save = useSaveSteps(sequence.id);
  // A change during the save would be lost with the draft.
  const canEdit = canWrite && !save.isPending;
  const { steps } = draft;
  const index = Math.min(Math.max((search.step ?? 1) - 1, 0), Math.max(steps.length - 1, 0));
  const step = steps[index];
  const select = (next: number): void =>
    void navigate({ search: { ...search, step: next === 0 ? undefined : next + 1, variant: undefined } });
  const add = (): void => {
    draft.change(withNewStep(steps, randomKey()));
    select(steps.length);
  };
  const addButton = canWrite ? (
    <Button variant="default" disabled={!canEdit} onClick={add}>
      Add step
    </Button>
  ) : undefined;
  return (
    <Page
      title={sequence.name}
      status={<StatusBadge status={sequence.status} />}
      actions={
        canWrite && (
          <>
            <SequenceMenu sequence={sequence} />
            <Button
              disabled={!draft.hasChanges || steps.some((one) => weightProblem(one) !== undefined)}
              loading={save.isPending}
              onClick={() => save.mutate(toStepInputs(steps), { onSuccess: draft.discard })}
            >
              Save steps
            </Button>
          </>
        )
      }
    >
      <Box px="md">
        <Notices draft={draft} error={save.error} />
      </Box>
      {step === undefined ? (
        <Empty text="The sequence has no step yet." action={addButton} />
      ) : (
        <Box px="md" pb="md" style={{ display: 'flex', flexWrap: 'wrap', gap: 'var(--mantine-spacing-lg)' }}>
          <Stack gap="xs" w={{ base: '100%', md: 210 }} style={{ flexShrink: 0 }}>
            <StepList draft={draft} selected={index} onSelect={select} canWrite={canEdit} />
            {addButton}
          </Stack>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" flex={1} miw={{ base: '100%', md: 480 }}>
            <StepEditor
              key={step.key}
              sequence={sequence}
              step={step}
              index={index}
              error={save.error}
              isReadOnly={!canEdit}
              onChange={(changed) => draft.change(steps.with(index, changed))}
            />
            <Preview sequence={sequence} step={step} isSaved={!draft.hasChanges} />
          </SimpleGrid>
        </Box>
      )}
    </Page>
  );
}

/** What stands between the draft and the sequence. */
function Notices({ draft, error }: { readonly draft: DraftState; readonly error: Error | null }): ReactNode {
  return (
    <>
      {error !== null && <Failure error={error} />}
      {draft.hasChanges && (
        <Alert color={draft.isOutdated ? 'orange' : 'gray'} variant="outline" py={6} mb="sm" role="status">
          <Group justify="space-between">
            <Text>
              {draft.isOutdated
                ? 'The sequence was saved elsewhere since these changes were begun. Saving replaces that version.'
                : 'These changes are not saved yet.'}
            </Text>
            <Button variant="default" size="compact-xs" onClick={draft.discard}>
              Discard changes
            </Button>
          </Group>
        </Alert>
      )}
    </>
  );
}
