import { Box, Button, Group, ScrollArea, Select, Stack, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useRef, type ReactNode } from 'react';
import { useConversation, useThreadUpdate, type Conversation, type ThreadChange } from '../../data/inbox.ts';
import { NotLoaded } from '../../parts/failure.tsx';
import { formatWord } from '../../parts/format.ts';
import { INTENTS } from '../../parts/intents.ts';
import { PageLink } from '../../parts/link.tsx';
import { useCan } from '../../session/session.ts';
import { AnswerBox } from './answer-box.tsx';
import { Message } from './message.tsx';
import { describeChange, previousOf } from './thread-change.ts';

/** One conversation, with its answer at the end. Keys: `r` answer, `e` close or open, `u` unread, `i` intent. */
export function ConversationView({ id }: { readonly id: string }): ReactNode {
  const conversation = useConversation(id);
  if (conversation.data === undefined) return <NotLoaded query={conversation} lines={6} height={60} />;
  return <Loaded thread={conversation.data} />;
}

function Loaded({ thread }: { readonly thread: Conversation }): ReactNode {
  const canWrite = useCan('campaigns:write');
  const answer = useRef<HTMLTextAreaElement>(null);
  return (
    <Stack h="100%" gap={0}>
      <Group
        justify="space-between"
        px="md"
        py="xs"
        gap="xs"
        style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
      >
        <Box miw={0}>
          <Title order={2} lineClamp={1}>
            {thread.subject}
          </Title>
          <Text size="sm" c="dimmed">
            <PageLink to="/contacts/$contactId" params={{ contactId: thread.contact.id }} fw={400}>
              {thread.contact.email}
            </PageLink>
          </Text>
        </Box>
        {canWrite && <ThreadActions thread={thread} onAnswer={() => answer.current?.focus()} />}
      </Group>
      <ScrollArea flex={1} viewportProps={{ tabIndex: 0, 'aria-label': 'Messages' }}>
        <Stack p="md" gap="lg">
          {thread.messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </Stack>
      </ScrollArea>
      {canWrite && <AnswerBox thread={thread} inputRef={answer} />}
    </Stack>
  );
}

interface ThreadActionsProps {
  readonly thread: Conversation;
  readonly onAnswer: () => void;
}

function ThreadActions({ thread, onAnswer }: ThreadActionsProps): ReactNode {
  const change = useThreadChange(thread);
  const intents = useRef<HTMLInputElement>(null);
  const isOpen = thread.status === 'open';
  const toggle = (): void => change({ status: isOpen ? 'closed' : 'open' });
  const mark = (): void => change({ unread: !thread.unread });
  useHotkeys([
    ['r', onAnswer],
    ['e', toggle],
    ['u', mark],
    ['i', () => intents.current?.click()],
  ]);
  return (
    <Group gap="xs">
      <Select
        ref={intents}
        aria-label="Intent"
        size="xs"
        w={160}
        allowDeselect={false}
        data={INTENTS.map((value) => ({ value, label: formatWord(value) }))}
        value={thread.intent}
        onChange={(value) => {
          const intent = INTENTS.find((one) => one === value);
          if (intent !== undefined) change({ intent });
        }}
      />
      <Button variant="default" onClick={mark}>
        {thread.unread ? 'Mark as read' : 'Mark as unread'}
      </Button>
      <Button variant="default" onClick={toggle}>
        {isOpen ? 'Close thread' : 'Open thread'}
      </Button>
    </Group>
  );
}

const SHOWN_MS = 8_000;

/** Changes a thread at once, and offers to undo it. A later change of the thread takes its place. */
function useThreadChange(thread: Conversation): (change: ThreadChange) => void {
  const { mutate } = useThreadUpdate(thread.id);
  const id = `thread-${thread.id}`;
  const show = (message: ReactNode, color?: string): void => {
    notifications.hide(id);
    notifications.show({
      id,
      message,
      autoClose: SHOWN_MS,
      closeButtonProps: { 'aria-label': 'Close' },
      ...(color === undefined ? {} : { color }),
    });
  };
  const onError = ({ message }: Error): void => show(message, 'red');
  return (change) => {
    const before = previousOf(thread, change);
    const undo = (): void => {
      notifications.hide(id);
      mutate(before, { onError });
    };
    mutate(change, { onError });
    show(
      <Group justify="space-between" wrap="nowrap">
        <Text span inherit>
          {describeChange(change)}
        </Text>
        <Button variant="default" size="compact-sm" onClick={undo}>
          Undo
        </Button>
      </Group>,
    );
  };
}
