import { Box, Button, Code, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { toCurl, toTypeScript, type ApiRequest } from './api-request.ts';
import { Copy } from './copy.tsx';

export interface ApiButtonProps {
  /** Computed when the button is pressed. */
  readonly request: () => ApiRequest;
}

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
];

/** The request of a list or of a page with a form, in a dialog. */
export function ApiButton({ request }: ApiButtonProps): ReactNode {
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={dialog.open} aria-label="API request">
        API
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="API request" size="lg">
        {isOpen && <RequestText request={request()} />}
      </Modal>
    </>
  );
}

/** The buttons of a form in a dialog; the request of the form appears below them. */
export function FormButtons({
  request,
  children,
}: ApiButtonProps & { readonly children: ReactNode }): ReactNode {
  const [isOpen, text] = useDisclosure();
  return (
    <>
      <Group justify="space-between">
        <Button variant="default" onClick={text.toggle} aria-expanded={isOpen} aria-label="API request">
          API
        </Button>
        <Group gap="xs">{children}</Group>
      </Group>
      {isOpen && <RequestText request={request()} />}
    </>
  );
}

function RequestText({ request }: { readonly request: ApiRequest }): ReactNode {
  const [language, setLanguage] = useState('curl');
  const { origin } = globalThis.location;
  const text = language === 'curl' ? toCurl(request, origin) : toTypeScript(request, origin);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Language"
          data={LANGUAGES}
          value={language}
          onChange={setLanguage}
        />
        <Copy text={text} label="Copy request" />
      </Group>
      <Box mah={360} style={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label="Request">
        <Code block>{text}</Code>
      </Box>
      <Text size="sm" c="dimmed">
        Set OUTREACH_API_KEY to an API key of the workspace.
      </Text>
    </Stack>
  );
}
