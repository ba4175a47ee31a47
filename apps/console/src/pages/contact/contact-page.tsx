import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePersonalData } from '../../data/contact-exports.ts';
import { useContact, type ScoredContact } from '../../data/contacts.ts';
import { CopiedId } from '../../parts/copy.tsx';
import { Facts, Page, Section } from '../../parts/page.tsx';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { describeFilter } from '../../parts/filter-values.ts';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { NumberTable } from '../../parts/number-table.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { StatusBadge, Time } from '../../parts/values.tsx';
import { useCan } from '../../session/use-session.ts';
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

/** Saves everything that is stored about the contact as a file. */
function PersonalDataButton({ id }: { readonly id: string }): ReactNode {
  const data = usePersonalData(id);
  return (
    <>
      {data.error !== null && <Failure error={data.error} />}
      <Button
        variant="default"
        loading={data.isPending}
        onClick={() =>
          data.mutate(undefined, { onSuccess: (file) => saveFile(file, `${id}-personal-data.json`) })
        }
      >
        Download personal data
      </Button>
    </>
  );
}

/** The score of a contact, and why: the rules that it meets and the points of its reactions. */
function ContactScore({ contact }: { readonly contact: ScoredContact }): ReactNode {
  const { lead_score, grade, icp_tier, score_breakdown: parts } = contact;
  const rules = parts.rules.map((rule) => ({
    label: describeFilter(rule),
    value: `${rule.points < 0 ? '' : '+'}${formatNumber(rule.points)}`,
  }));
  const sums = [
    ['Fit: the rules that are met, 70 % of the score', parts.fit] as const,
    ['Reactions to emails, 30 % of the score', parts.engagement] as const,
  ].map(([label, points]) => ({ label, value: formatNumber(points), isSum: true }));
  return (
    <Section title="Score">
      <Text mb="xs">
        {lead_score} of 100, grade {grade}
        {icp_tier === null ? '' : `, tier ${icp_tier}`}
      </Text>
      <NumberTable caption="Parts of the score" headers={['Reason', 'Points']} rows={[...rules, ...sums]} />
    </Section>
  );
}
