import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSelectWinner, type Sequence, type SequenceStep } from '../../data/sequences.ts';
import { Confirm } from '../../parts/dialogs.tsx';
import { formatWord } from '../../parts/format.ts';
import { Time } from '../../parts/values.tsx';
import { useCan } from '../../session/session.ts';
import type { StepDraft } from './step-draft.ts';

const MODES = [
  { value: 'none', label: 'No winner' },
  { value: 'manual', label: 'Chosen by a person' },
  { value: 'auto', label: 'Chosen by its rate' },
] as const;
const METRICS = ['reply_rate', 'open_rate', 'click_rate'] as const;
const SENDS_MAX = 1_000_000;
const PERCENT = 100;

export interface WinnerChoiceProps {
  readonly sequence: Sequence;
  readonly step: StepDraft;
  readonly onChange: (step: StepDraft) => void;
}

/** How the best variant of a step is selected, the one that was, and the selection by hand. */
export function WinnerChoice({ sequence, step, onChange }: WinnerChoiceProps): ReactNode {
  const { winner } = step;
  const stored = sequence.steps.find(({ id }) => id === step.key);
  const change = (changed: Partial<StepDraft['winner']>): void =>
    onChange({ ...step, winner: { ...winner, ...changed } });
  return (
    <Stack gap="xs">
      <Group gap="sm" align="flex-end">
        <Select
          label="Winner"
          w={180}
          allowDeselect={false}
          data={[...MODES]}
          value={winner.mode}
          onChange={(value) => change({ mode: MODES.find((mode) => mode.value === value)?.value ?? 'none' })}
        />
        {winner.mode === 'auto' && (
          <>
            <Select
              label="By"
              w={120}
              allowDeselect={false}
              data={METRICS.map((value) => ({ value, label: formatWord(value) }))}
              value={winner.metric}
              onChange={(value) =>
                change({ metric: METRICS.find((metric) => metric === value) ?? winner.metric })
              }
            />
            <NumberInput
              label="Emails each"
              w={110}
              min={1}
              max={SENDS_MAX}
              allowDecimal={false}
              value={winner.min_sends}
              onChange={(value) => change({ min_sends: Number(value) })}
            />
            <NumberInput
              label="Certainty"
              w={110}
              min={1}
              max={PERCENT}
              suffix=" %"
              allowDecimal={false}
              value={Math.round(winner.confidence * PERCENT)}
              onChange={(value) => change({ confidence: Number(value) / PERCENT })}
            />
          </>
        )}
      </Group>
      {stored !== undefined && winner.mode !== 'none' && <Decision sequence={sequence} step={stored} />}
    </Stack>
  );
}

interface DecisionProps {
  readonly sequence: Sequence;
  readonly step: SequenceStep;
}

function Decision({ sequence, step }: DecisionProps): ReactNode {
  const canWrite = useCan('campaigns:write');
  const select = useSelectWinner(sequence.id);
  const [asked, setAsked] = useState<SequenceStep['variants'][number]>();
  const decided = step.variants.find(({ id }) => id === step.winner.variant_id);
  return (
    <>
      {decided !== undefined && (
        <Text>
          Variant {decided.label} is the winner, selected <Time at={step.winner.decided_at} />.
        </Text>
      )}
      {canWrite && (
        <Group gap={4}>
          {step.variants
            .filter(({ is_active }) => is_active)
            .map((variant) => (
              <Button key={variant.id} variant="default" size="compact-sm" onClick={() => setAsked(variant)}>
                Select {variant.label} as winner
              </Button>
            ))}
        </Group>
      )}
      {asked !== undefined && (
        <Confirm
          onClose={() => setAsked(undefined)}
          action={`Select ${asked.label} as winner`}
          effect={`All further contacts receive variant ${asked.label}; the weight of each other variant becomes 0. It is effective at once, also in active campaigns.`}
          change={select}
          isDangerous={false}
          onConfirm={() =>
            select.mutate(
              { step_id: step.id, variant_id: asked.id },
              { onSuccess: () => setAsked(undefined) },
            )
          }
        />
      )}
    </>
  );
}
