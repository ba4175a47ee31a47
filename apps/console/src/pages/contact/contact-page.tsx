import { Box, SimpleGrid, Stack, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useContact, type ScoredContact } from '../../data/contacts.ts';
import { CopiedId } from '../../parts/copied-id.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Failure } from '../../parts/failure.tsx';
import { formatWord } from '../../parts/format.ts';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useCan } from '../../session/use-session.ts';
import { ContactScore } from './contact-score.tsx';
import { PersonalDataButton } from './personal-data-button.tsx';
import { Timeline } from './contact-timeline.tsx';

const route = getRouteApi('/contacts/$contactId');

/** One contact: its fields, its score and its timeline. */
export function ContactPage(): ReactNode {
  const { contactId } = route.useParams();
  const contact = useContact(contactId);
  const canReadAll = useCan('admin:gdpr');
  if (contact.isPending) return <Loading lines={10} />;
  if (contact.isLoadingError)
    return (
      <Box p="md">
        <Failure error={contact.error} retry={() => void contact.refetch()} />
      </Box>
    );
  const { email, full_name, verification_status } = contact.data;
  return (
    <Page
      title={full_name ?? email}
      status={<StatusBadge status={verification_status} />}
      actions={canReadAll ? <PersonalDataButton id={contactId} /> : undefined}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} p="md" spacing="xl">
        <Stack gap="lg">
          <ContactFacts contact={contact.data} />
        </Stack>
        <section aria-label="Timeline">
          <Title order={2} mb="xs">
            Timeline
          </Title>
          <Timeline id={contactId} />
        </section>
      </SimpleGrid>
    </Page>
  );
}

function ContactFacts({ contact }: { readonly contact: ScoredContact }): ReactNode {
  const own = Object.entries(contact.custom_fields).map(([name, value]) => [name, String(value)] as const);
  return (
    <>
      <Facts
        facts={[
          ['Contact', <CopiedId key="id" id={contact.id} />],
          ['Email', contact.email],
          ['Title', contact.title],
          ['Company', contact.company.name],
          ['Department', contact.department],
          ['Phone', contact.phone],
          ['City', contact.city],
          ['Country', contact.country],
          ['Time zone', contact.time_zone],
          ['Mail provider', contact.mail_provider],
          ['Source', formatWord(contact.lead_source)],
          ['Tags', contact.tags.join(', ')],
          ['Created', <Time key="created" at={contact.created_at} />],
        ]}
      />
      <ContactScore contact={contact} />
      {own.length > 0 && (
        <section aria-label="Own fields">
          <Title order={2} mb="xs">
            Own fields
          </Title>
          <Facts facts={own} />
        </section>
      )}
    </>
  );
}
