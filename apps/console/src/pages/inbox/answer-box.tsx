import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { getHotkeyHandler, useSessionStorage } from '@mantine/hooks';
import type { ReactNode, RefObject } from 'react';
import { useThreadReply, type Conversation } from '../../data/inbox.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useKeptKey } from '../../parts/use-kept-key.ts';

export interface AnswerBoxProps {
  readonly thread: Conversation;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
}

/** The answer of a thread. Its text survives a reload and a lost session. */
export function AnswerBox({ thread, inputRef }: AnswerBoxProps): ReactNode {
  const [text, setText, removeText] = useSessionStorage({ key: `answer-${thread.id}`, defaultValue: '' });
  const { key: idempotencyKey, renew, onError } = useKeptKey(`answer-${thread.id}`);
  const reply = useThreadReply(thread.id);
  const sender = thread.messages.findLast(({ direction }) => direction === 'out')?.from.email;
  const send = (): void => {
    if (text.trim() === '' || reply.isPending) return;
    const onSuccess = (): void => {
      removeText();
      renew();
    };
    reply.mutate({ body: { body_text: text }, idempotencyKey }, { onSuccess, onError });
  };
  return (
    <Stack gap="xs" p="md" style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
      {reply.error !== null && <Failure error={reply.error} />}
      <Textarea
        ref={inputRef}
        aria-label="Answer"
        placeholder={`Answer ${thread.contact.email}`}
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        readOnly={reply.isPending}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          renew();
        }}
        onKeyDown={getHotkeyHandler([
          ['mod+Enter', send],
          ['Escape', () => inputRef.current?.blur()],
        ])}
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {sender === undefined ? '' : `From ${sender}`}
        </Text>
        <Group gap="xs">
          <ApiButton
            request={() => ({
              method: 'post',
              path: '/api/v1/inbox/threads/{thread_id}/reply/',
              params: { thread_id: thread.id },
              body: { body_text: text },
            })}
          />
          <Button onClick={send} loading={reply.isPending} disabled={text.trim() === ''}>
            Send answer
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
