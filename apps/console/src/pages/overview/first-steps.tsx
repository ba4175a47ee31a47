import { Box, Group, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { isDone, useFirstSteps, type FirstSteps as Steps } from '../../data/overview.ts';
import { PageLink } from '../../parts/link.tsx';
import { Section } from '../../parts/page.tsx';
import { useCan } from '../../session/session.ts';

const STEPS = [
  { done: 'hasAccount', to: '/accounts/new', label: 'Connect an account', text: 'It sends the emails.' },
  { done: 'hasContacts', to: '/contacts/import', label: 'Import contacts', text: 'From a CSV file.' },
  {
    done: 'hasSequence',
    to: '/sequences',
    label: 'Write a sequence',
    text: 'The emails, and the days between.',
  },
  {
    done: 'hasLaunched',
    to: '/campaigns/new',
    label: 'Launch a campaign',
    text: 'It says before what it will send.',
  },
  {
    done: 'hasReceived',
    to: '/webhooks/new',
    label: 'Receive a webhook',
    text: 'Events at an address of yours.',
  },
] as const satisfies readonly { readonly done: keyof Steps; readonly [name: string]: string }[];

const SCOPES = {
  hasAccount: 'campaigns:write',
  hasContacts: 'contacts:write',
  hasSequence: 'campaigns:write',
  hasLaunched: 'campaigns:write',
  hasReceived: 'webhooks:write',
} as const satisfies Record<keyof Steps, string>;

/** The way from an empty workspace to its first events. Nothing when all steps are done. */
export function FirstSteps(): ReactNode {
  const { data } = useFirstSteps(useCan('webhooks:read'));
  const can: Readonly<Record<string, boolean>> = {
    'campaigns:write': useCan('campaigns:write'),
    'contacts:write': useCan('contacts:write'),
    'webhooks:write': useCan('webhooks:write'),
  };
  if (data === undefined || isDone(data)) return null;
  const known = STEPS.filter(({ done }) => data[done] !== undefined);
  return (
    <Section title="First steps">
      <Box component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {known.map(({ done, to, label, text }) => (
          <Group key={to} component="li" gap="sm" py={4} wrap="nowrap" align="baseline">
            <Sign isDone={data[done] === true} />
            <Text span w={160} style={{ flexShrink: 0 }}>
              {data[done] !== true && can[SCOPES[done]] === true ? (
                <PageLink to={to}>{label}</PageLink>
              ) : (
                label
              )}
            </Text>
            <Text span c="dimmed" visibleFrom="xs">
              {text}
            </Text>
          </Group>
        ))}
      </Box>
    </Section>
  );
}

const GREEN = 'light-dark(var(--mantine-color-green-8), var(--mantine-color-green-4))';

function Sign({ isDone: done }: { readonly isDone: boolean }): ReactNode {
  return (
    <Text span w={20} c={done ? GREEN : 'dimmed'} style={{ flexShrink: 0 }}>
      <span aria-hidden>{done ? '✓' : '○'}</span>
      <VisuallyHidden>{done ? 'Done' : 'Not done'}</VisuallyHidden>
    </Text>
  );
}
