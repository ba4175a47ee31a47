import { ActionIcon, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { delayText, withMovedStep, withoutStep, type StepDraft } from './step-draft.ts';
import type { DraftState } from './use-draft.ts';

export interface StepListProps {
  readonly draft: DraftState;
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  readonly canWrite: boolean;
}

/** The steps in their order; one is open beside them. */
export function StepList({ draft, selected, onSelect, canWrite }: StepListProps): ReactNode {
  const { steps, change } = draft;
  const move = (by: 1 | -1): void => {
    change(withMovedStep(steps, selected, by));
    onSelect(selected + by);
  };
  const remove = (): void => {
    change(withoutStep(steps, selected));
    onSelect(Math.max(selected - 1, 0));
  };
  return (
    <Stack gap={4} component="nav" aria-label="Steps">
      {steps.map((step, index) => (
        <StepLink
          key={step.key}
          step={step}
          index={index}
          isSelected={index === selected}
          onClick={() => onSelect(index)}
        />
      ))}
      {canWrite && (
        <Group gap={4}>
          <StepButton label="Move step up" sign="↑" isDisabled={selected === 0} onClick={() => move(-1)} />
          <StepButton
            label="Move step down"
            sign="↓"
            isDisabled={selected === steps.length - 1}
            onClick={() => move(1)}
          />
          <StepButton label="Remove step" sign="×" isDisabled={false} onClick={remove} />
        </Group>
      )}
    </Stack>
  );
}

interface StepLinkProps {
  readonly step: StepDraft;
  readonly index: number;
  readonly isSelected: boolean;
  readonly onClick: () => void;
}

function StepLink({ step, index, isSelected, onClick }: StepLinkProps): ReactNode {
  const reply = step.thread_mode === 'reply' ? 'Reply in the thread' : 'No subject yet';
  return (
    <UnstyledButton
      onClick={onClick}
      aria-current={isSelected ? 'step' : undefined}
      px="xs"
      py={6}
      style={{
        borderRadius: 'var(--mantine-radius-sm)',
        background: isSelected ? 'var(--mantine-color-default-hover)' : 'none',
      }}
    >
      <Text fw={isSelected ? 600 : 400} truncate>
        {index + 1}. {step.subject === '' ? reply : step.subject}
      </Text>
      <Text size="sm" c="dimmed">
        Sent {delayText(step)}
        {step.variants.length > 0 && `, ${step.variants.length} variants`}
      </Text>
    </UnstyledButton>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly sign: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

function StepButton({ label, sign, isDisabled, onClick }: StepButtonProps): ReactNode {
  return (
    <ActionIcon variant="default" aria-label={label} title={label} disabled={isDisabled} onClick={onClick}>
      {sign}
    </ActionIcon>
  );
}
