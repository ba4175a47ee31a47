import { Group, NumberInput, SegmentedControl, Select, Stack } from '@mantine/core';
import { OutreachError } from '@outreach/client';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useCustomFields } from '../../data/custom-fields.ts';
import type { Sequence } from '../../data/sequences.ts';
import type { Copy, StepDraft } from './step-draft.ts';
import { VariableField } from './variable-field.tsx';
import { variablesOf } from './variables.ts';
import { Variants } from './variants.tsx';

const route = getRouteApi('/sequences/$sequenceId');
const UNITS = ['minutes', 'hours', 'days'] as const;
const DELAY_MAX = 1_000;

interface StepEditorProps {
  readonly sequence: Sequence;
  readonly step: StepDraft;
  readonly index: number;
  readonly error: Error | null;
  readonly isReadOnly: boolean;
  readonly onChange: (step: StepDraft) => void;
}

/** The message of the API for a field such as `steps[0].subject`. */
function messageOf(error: Error | null, field: string): string | undefined {
  if (!(error instanceof OutreachError)) return undefined;
  return error.errors?.find((one) => one.field === field)?.message;
}

/** When a step is sent, its texts and its variants. */
export function StepEditor(props: StepEditorProps): ReactNode {
  const { sequence, step, index, error, isReadOnly, onChange } = props;
  const search = route.useSearch();
  const fields = useCustomFields();
  const variables = variablesOf(fields.data?.map(({ name }) => name) ?? []);
  const variantIndex = step.variants.findIndex(({ label }) => label === search.variant);
  const variant = step.variants[variantIndex];
  const path = variant === undefined ? `steps[${index}]` : `steps[${index}].variants[${variantIndex}]`;
  const changeCopy = (copy: Partial<Copy>): void =>
    onChange(
      variant === undefined
        ? { ...step, ...copy }
        : { ...step, variants: step.variants.with(variantIndex, { ...variant, ...copy }) },
    );
  return (
    <fieldset disabled={isReadOnly} style={{ margin: 0, padding: 0, border: 0, minWidth: 0 }}>
      <Stack gap="md">
        {index > 0 && <Timing step={step} onChange={onChange} />}
        <Variants
          sequence={sequence}
          step={step}
          selected={variant?.label}
          problem={messageOf(error, `steps[${index}].variants`)}
          onChange={onChange}
        />
        <CopyFields
          key={variant?.key ?? 'step'}
          copy={variant ?? step}
          inherited={variant === undefined ? undefined : step}
          isReply={step.thread_mode === 'reply'}
          variables={variables}
          errorOf={(name) => messageOf(error, `${path}.${name}`)}
          onChange={changeCopy}
        />
      </Stack>
    </fieldset>
  );
}

function Timing({ step, onChange }: Pick<StepEditorProps, 'step' | 'onChange'>): ReactNode {
  return (
    <Group gap="sm" align="flex-end">
      <NumberInput
        label="Sent after"
        w={100}
        size="sm"
        min={0}
        max={DELAY_MAX}
        allowDecimal={false}
        value={step.delay_value}
        onChange={(value) => onChange({ ...step, delay_value: Number(value) })}
      />
      <Select
        aria-label="Unit of the delay"
        w={110}
        allowDeselect={false}
        data={[...UNITS]}
        value={step.delay_unit}
        onChange={(value) =>
          onChange({ ...step, delay_unit: UNITS.find((unit) => unit === value) ?? step.delay_unit })
        }
      />
      <Select
        label="Thread"
        w={180}
        allowDeselect={false}
        data={[
          { value: 'reply', label: 'Continues the thread' },
          { value: 'new', label: 'Starts a thread' },
        ]}
        value={step.thread_mode}
        onChange={(value) => onChange({ ...step, thread_mode: value === 'new' ? 'new' : 'reply' })}
      />
    </Group>
  );
}

const BODY_ROWS = 10;

interface CopyFieldsProps {
  readonly copy: Copy;
  /** The texts of the step, which a variant without its own has. */
  readonly inherited: Copy | undefined;
  readonly isReply: boolean;
  readonly variables: readonly string[];
  readonly errorOf: (name: keyof Copy) => string | undefined;
  readonly onChange: (copy: Partial<Copy>) => void;
}

/** Subject and body of an email. The body is text, HTML as source, or both. */
function CopyFields(props: CopyFieldsProps): ReactNode {
  const { copy, inherited, isReply, variables, errorOf, onChange } = props;
  const [isHtml, setIsHtml] = useState((inherited ?? copy).body_html !== '' || copy.body_html !== '');
  const hint = (name: keyof Copy, own: string): string =>
    inherited !== undefined && inherited[name] !== '' ? 'Empty: the text of the step is sent.' : own;
  return (
    <Stack gap="sm">
      <VariableField
        label="Subject"
        description={hint('subject', isReply ? 'Empty: Re: and the subject of the first step.' : '')}
        rows={1}
        value={copy.subject}
        variables={variables}
        error={errorOf('subject')}
        onChange={(subject) => onChange({ subject: subject.replaceAll('\n', ' ') })}
      />
      <SegmentedControl
        aria-label="Form of the body"
        size="xs"
        data={[
          { value: 'text', label: 'Text' },
          { value: 'html', label: 'HTML' },
        ]}
        value={isHtml ? 'html' : 'text'}
        onChange={(value) => setIsHtml(value === 'html')}
        w={180}
      />
      {isHtml ? (
        <VariableField
          label="HTML"
          description={hint('body_html', 'Empty: the email has text only.')}
          rows={BODY_ROWS}
          isSource
          value={copy.body_html}
          variables={variables}
          error={errorOf('body_html')}
          onChange={(body_html) => onChange({ body_html })}
        />
      ) : (
        <VariableField
          label="Text"
          description={hint('body_text', 'Empty: the text is made from the HTML.')}
          rows={BODY_ROWS}
          value={copy.body_text}
          variables={variables}
          error={errorOf('body_text')}
          onChange={(body_text) => onChange({ body_text })}
        />
      )}
    </Stack>
  );
}
