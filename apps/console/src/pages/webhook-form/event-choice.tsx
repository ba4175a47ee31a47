import { Box, Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { EventType } from '../../data/webhooks.ts';
import { formatWord } from '../../parts/format.ts';
import { byCategory } from './endpoint-values.ts';

interface EventChoiceProps {
  readonly types: readonly EventType[];
  readonly value?: EventType['event_type'][];
  readonly onChange?: (value: EventType['event_type'][]) => void;
  readonly error?: ReactNode;
}

/** The catalogue: every event type with its description and the schema of its data. */
export function EventChoice({ types, value = [], onChange, error }: EventChoiceProps): ReactNode {
  const all = types.map(({ event_type }) => event_type);
  return (
    <Checkbox.Group
      label="Events"
      required
      value={value}
      error={error}
      {...(onChange === undefined ? {} : { onChange })}
    >
      <Group gap="xs" my="xs">
        <Button variant="default" size="compact-sm" onClick={() => onChange?.(all)}>
          Choose all events
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => onChange?.([])}>
          Choose none
        </Button>
        <Text span c="dimmed">
          {value.length} of {all.length} chosen
        </Text>
      </Group>
      <Box style={{ columns: '2 380px', columnGap: 40 }}>
        {byCategory(types).map(([category, ofCategory]) => (
          <Stack
            key={category}
            gap={8}
            pb="md"
            role="group"
            aria-label={formatWord(category)}
            style={{ breakInside: 'avoid' }}
          >
            <Text fw={600}>{formatWord(category)}</Text>
            {ofCategory.map((type) => (
              <EventEntry key={type.event_type} type={type} />
            ))}
          </Stack>
        ))}
      </Box>
    </Checkbox.Group>
  );
}

function EventEntry({ type }: { readonly type: EventType }): ReactNode {
  const { event_type, description, payload_schema } = type;
  const [isOpen, schema] = useDisclosure();
  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="start" justify="space-between">
        <Checkbox value={event_type} label={event_type} description={description} />
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          style={{ flexShrink: 0 }}
          aria-expanded={isOpen}
          aria-label={`Schema of ${event_type}`}
          onClick={schema.toggle}
        >
          Schema
        </Button>
      </Group>
      {isOpen && (
        <Box mah={280} mt={4} style={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label="Schema">
          <Code block>{JSON.stringify(payload_schema, undefined, 2)}</Code>
        </Box>
      )}
    </div>
  );
}
