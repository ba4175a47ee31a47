import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePersonalData } from '../../data/contact-exports.ts';
import { useContact, useContactEvents, type ContactEvent, type ScoredContact } from '../../data/contacts.ts';
import { CopiedId } from '../../parts/copy.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { describeFilter } from '../../parts/filter-values.ts';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { ListEnd } from '../../parts/list-end.tsx';
import { NumberTable } from '../../parts/number-table.tsx';
import { Facts, Page, Section } from '../../parts/page.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { StatusBadge, Time } from '../../parts/values.tsx';
import { useCan } from '../../session/session.ts';

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

/** What happened with a contact, newest first. */
function Timeline({ id }: { readonly id: string }): ReactNode {
  const list = useContactEvents(id);
  if (list.isMissing) return <NotLoaded query={list} lines={6} />;
  if (list.items.length === 0) return <Empty text="Nothing has happened yet." />;
  return (
    <Stack gap="xs">
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {list.items.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </Stack>
      <ListEnd list={list} />
    </Stack>
  );
}

function Entry({ event }: { readonly event: ContactEvent }): ReactNode {
  const { event_type, step_number, is_machine, campaign_id } = event;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <Text span>{formatWord(event_type)}</Text>
        <Text span c="dimmed">
          {step_number === null ? '' : ` · step ${step_number}`}
          {is_machine ? ' · by a machine' : ''}
        </Text>
        {campaign_id !== null && (
          <Text size="sm">
            <PageLink to="/campaigns/$campaignId" params={{ campaignId: campaign_id }} fw={400}>
              Open campaign
            </PageLink>
          </Text>
        )}
      </div>
      <Text span c="dimmed" size="sm">
        <Time at={event.occurred_at} />
      </Text>
    </Group>
  );
}
