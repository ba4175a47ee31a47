import { Button, Group, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Sequence } from '../../data/sequences.ts';
import { ChoiceButton } from '../../parts/choice.tsx';
import { randomKey } from '../../parts/random-key.ts';
import {
  weightProblem,
  withNewVariant,
  withoutVariant,
  type StepDraft,
  type VariantDraft,
} from './step-draft.ts';
import { WinnerChoice } from './winner-choice.tsx';

const route = getRouteApi('/sequences/$sequenceId');
const VARIANTS_MAX = 6;

export interface VariantsProps {
  readonly sequence: Sequence;
  readonly step: StepDraft;
  /** The label of the open variant. */
  readonly selected: VariantDraft['label'] | undefined;
  readonly problem: string | undefined;
  readonly onChange: (step: StepDraft) => void;
}

/** Alternative texts of a step, each for a share of the contacts, and how the best one is found. */
export function Variants({ sequence, step, selected, problem, onChange }: VariantsProps): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const open = (variant: VariantDraft['label'] | undefined): void =>
    void navigate({ search: { ...search, variant } });
  const variant = step.variants.find(({ label }) => label === selected);
  const change = (changed: VariantDraft): void =>
    onChange({
      ...step,
      variants: step.variants.map((one) => (one.key === changed.key ? changed : one)),
    });
  const add = (): void => {
    const changed = withNewVariant(step, randomKey());
    onChange(changed);
    open(changed.variants.at(-1)?.label);
  };
  const shown = problem ?? weightProblem(step);
  return (
    <Stack gap="xs">
      <Group gap={4} role="group" aria-label="Variants">
        {step.variants.length > 0 && (
          <ChoiceButton isSelected={selected === undefined} onClick={() => open(undefined)} text="Step" />
        )}
        {step.variants.map(({ key, label, weight, is_active: isActive }) => (
          <ChoiceButton
            key={key}
            isSelected={label === selected}
            onClick={() => open(label)}
            text={isActive ? `${label} · ${weight} %` : `${label} · off`}
          />
        ))}
        {step.variants.length < VARIANTS_MAX && (
          <Button variant="subtle" size="compact-sm" onClick={add}>
            Add variant
          </Button>
        )}
      </Group>
      {shown !== undefined && (
        <Text c="error" size="sm" role="alert">
          {shown}
        </Text>
      )}
      {variant !== undefined && (
        <VariantSettings
          variant={variant}
          onChange={change}
          onRemove={() => {
            onChange(withoutVariant(step, variant.key));
            open(undefined);
          }}
        />
      )}
      {variant === undefined && step.variants.length > 1 && (
        <WinnerChoice sequence={sequence} step={step} onChange={onChange} />
      )}
    </Stack>
  );
}

interface VariantSettingsProps {
  readonly variant: VariantDraft;
  readonly onChange: (variant: VariantDraft) => void;
  readonly onRemove: () => void;
}

function VariantSettings({ variant, onChange, onRemove }: VariantSettingsProps): ReactNode {
  return (
    <Group gap="sm" align="flex-end">
      <NumberInput
        label={`Weight of ${variant.label}`}
        w={120}
        min={0}
        max={100}
        suffix=" %"
        allowDecimal={false}
        disabled={!variant.is_active}
        value={variant.weight}
        onChange={(value) => onChange({ ...variant, weight: Number(value) })}
      />
      <Switch
        label="Sent to new contacts"
        checked={variant.is_active}
        pb={8}
        onChange={({ currentTarget }) => onChange({ ...variant, is_active: currentTarget.checked })}
      />
      <Button variant="default" mb={4} onClick={onRemove}>
        Remove variant
      </Button>
    </Group>
  );
}
