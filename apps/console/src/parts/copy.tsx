import { Button, CopyButton, Group, Text, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface CopyProps extends Pick<ButtonProps, 'variant' | 'color' | 'size' | 'style'> {
  readonly text: string;
  readonly label: string;
  /** The name for screen readers, if the label does not say what is copied. */
  readonly name?: string;
}

/** A button that copies a text and says so. */
export function Copy({ text, label, name, ...look }: CopyProps): ReactNode {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" {...look} onClick={copy} title={name} aria-label={name}>
          {copied ? 'Copied' : label}
        </Button>
      )}
    </CopyButton>
  );
}

/** The button beside a text that it copies. */
export function SmallCopy(props: Pick<CopyProps, 'text' | 'name'>): ReactNode {
  return (
    <Copy label="Copy" variant="subtle" color="gray" size="compact-xs" style={{ flexShrink: 0 }} {...props} />
  );
}

/** An id, with a button that copies it. */
export function CopiedId({ id }: { readonly id: string }): ReactNode {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex" maw="100%">
      <Text span size="sm" ff="monospace" truncate>
        {id}
      </Text>
      <SmallCopy text={id} name={`Copy ${id}`} />
    </Group>
  );
}
