import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { insertVariable, matchingVariables, openVariableAt } from './variables.ts';

export interface VariableFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly variables: readonly string[];
  readonly error?: string | undefined;
  readonly rows: number;
  /** HTML is shown as source. */
  readonly isSource?: boolean;
}

const NONE: readonly string[] = [];
const LONG_ROWS_MAX = 24;
const SHORT_ROWS_MAX = 3;

/** A text of a template. After `{{` it offers the variables: arrows and Enter choose one, Esc closes the list. */
export function VariableField(props: VariableFieldProps): ReactNode {
  const { label, description, value, onChange, variables, error, rows, isSource = false } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const nextCaret = useRef<number>(undefined);
  const id = useId();
  const [shown, setShown] = useState(NONE);
  const [active, setActive] = useState(0);
  const isOpen = shown.length > 0;
  const combobox = useCombobox({ opened: isOpen });
  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return;
    input.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = undefined;
  }, [value]);
  const offer = (text: string, caret: number): void => {
    const open = openVariableAt(text, caret);
    setShown(open === undefined ? NONE : matchingVariables(variables, open.typed));
    setActive(0);
  };
  const choose = (variable: string): void => {
    const inserted = insertVariable(value, input.current?.selectionStart ?? value.length, variable);
    nextCaret.current = inserted.caret;
    onChange(inserted.text);
    setShown(NONE);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = shown[active];
    if (chosen === undefined || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((active + step + shown.length) % shown.length);
    else if (event.key === 'Enter') choose(chosen);
    else if (event.key === 'Escape') setShown(NONE);
    else return;
    event.preventDefault();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" width={260}>
      <Combobox.DropdownTarget>
        <Textarea
          ref={input}
          label={label}
          {...(description === undefined ? {} : { description })}
          value={value}
          error={error}
          autosize
          minRows={rows}
          maxRows={rows === 1 ? SHORT_ROWS_MAX : LONG_ROWS_MAX}
          spellCheck={!isSource}
          aria-autocomplete="list"
          {...(isOpen ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` } : {})}
          styles={isSource ? { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } : {}}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            offer(currentTarget.value, currentTarget.selectionStart);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setShown(NONE)}
        />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options id={id} aria-label="Variables">
          {shown.map((variable, index) => (
            <Combobox.Option
              key={variable}
              id={`${id}-${index}`}
              value={variable}
              {...(index === active ? { 'data-combobox-selected': true, 'aria-selected': true } : {})}
            >
              {variable}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
