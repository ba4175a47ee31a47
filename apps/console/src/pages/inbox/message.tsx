import { Box, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { ThreadMessage } from '../../data/inbox.ts';
import { StatusBadge, Time } from '../../parts/values.tsx';
import { splitQuote } from './split-quote.ts';

const HTML_HEIGHT = 360;

/** A message: its text first, quotations closed, HTML on demand in a frame that runs and loads nothing. */
export function Message({ message }: { readonly message: ThreadMessage }): ReactNode {
  const [isQuoteOpen, quote] = useDisclosure();
  const [isHtml, html] = useDisclosure();
  const { own, quoted } = splitQuote(message.body_text);
  const sender = message.from.name ?? message.from.email;
  return (
    <article aria-label={`Message of ${sender}`}>
      <Group justify="space-between" mb={4} gap="xs">
        <Text fw={600}>{message.direction === 'out' ? `You (${message.from.email})` : sender}</Text>
        <Group gap="sm">
          {message.status !== 'received' && (
            <Text span size="sm">
              <StatusBadge status={message.status} />
            </Text>
          )}
          <Text span size="sm" c="dimmed">
            {message.sent_at === null ? 'Not sent yet' : <Time at={message.sent_at} />}
          </Text>
        </Group>
      </Group>
      {isHtml ? (
        <iframe
          title={`HTML of the message of ${sender}`}
          sandbox=""
          srcDoc={message.body_html ?? ''}
          style={{ width: '100%', height: HTML_HEIGHT, border: 0, background: 'white' }}
        />
      ) : (
        <Box style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{own}</Box>
      )}
      {isQuoteOpen && !isHtml && (
        <Box c="dimmed" mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {quoted}
        </Box>
      )}
      {message.error !== null && <Text c="error">{message.error}</Text>}
      {message.attachments.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          Attachments, not stored:{' '}
          {message.attachments.map((file) => file.file_name ?? file.content_type).join(', ')}
        </Text>
      )}
      <Group gap="xs" mt={4}>
        {quoted !== '' && !isHtml && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={quote.toggle}>
            {isQuoteOpen ? 'Hide quotation' : 'Show quotation'}
          </Button>
        )}
        {message.body_html !== null && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={html.toggle}>
            {isHtml ? 'Show text' : 'Show HTML'}
          </Button>
        )}
      </Group>
    </article>
  );
}
