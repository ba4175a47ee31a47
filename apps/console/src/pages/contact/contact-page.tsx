import { SimpleGrid, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useContact, type ScoredContact } from '../../data/contacts.ts';
import { CopiedId } from '../../parts/copied-id.tsx';
import { Facts } from '../../parts/facts.tsx';
import { formatWord } from '../../parts/format.ts';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
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
  if (contact.data === undefined) return <NotLoaded query={contact} lines={10} />;
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
        <Section title="Timeline">
          <Timeline id={contactId} />
        </Section>
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
        <Section title="Own fields">
          <Facts facts={own} />
        </Section>
      )}
    </>
  );
}
