import { Button, Group, NumberInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { FilterFields } from '../../parts/filter-fields.tsx';
import type { RuleDraft } from './rule-values.ts';

interface RuleFieldsProps<Values extends { readonly rules: readonly RuleDraft[] }> {
  readonly form: UseFormReturnType<Values>;
  readonly index: number;
  readonly canWrite: boolean;
  /** The custom fields of the workspace. */
  readonly fields: readonly string[];
}

const POINTS_MAX = 100;

/** One rule: a field, an operator, a value, and the points. */
export function RuleFields<Values extends { readonly rules: readonly RuleDraft[] }>(
  props: RuleFieldsProps<Values>,
): ReactNode {
  const { form, index, canWrite, fields } = props;
  const name = `Rule ${index + 1}`;
  const input = (field: keyof RuleDraft) => form.getInputProps(`rules.${index}.${field}`);
  return (
    <Group gap="xs" align="start" role="group" aria-label={name}>
      <FilterFields
        name={name}
        op={form.values.rules[index]?.op ?? 'eq'}
        canWrite={canWrite}
        further={fields}
        inputOf={input}
      />
      <NumberInput
        aria-label={`${name}: points`}
        size="xs"
        w={70}
        min={-POINTS_MAX}
        max={POINTS_MAX}
        disabled={!canWrite}
        {...input('points')}
      />
      {canWrite && (
        <Button
          variant="default"
          aria-label={`Remove rule ${index + 1}`}
          onClick={() => form.removeListItem('rules', index)}
        >
          Remove
        </Button>
      )}
    </Group>
  );
}
