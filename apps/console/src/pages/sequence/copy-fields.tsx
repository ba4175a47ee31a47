import { SegmentedControl, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Copy } from './step-draft.ts';
import { VariableField } from './variable-field.tsx';

const BODY_ROWS = 10;

export interface CopyFieldsProps {
  readonly copy: Copy;
  /** The texts of the step, which a variant without its own has. */
  readonly inherited: Copy | undefined;
  readonly isReply: boolean;
  readonly variables: readonly string[];
  readonly errorOf: (name: keyof Copy) => string | undefined;
  readonly onChange: (copy: Partial<Copy>) => void;
}

/** Subject and body of an email. The body is text, HTML as source, or both. */
export function CopyFields(props: CopyFieldsProps): ReactNode {
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
