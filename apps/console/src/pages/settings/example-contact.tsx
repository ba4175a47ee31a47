import { Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useContact, useContactChoices } from '../../data/contacts.ts';
import { useRuleMatches, type Profile, type Rule } from '../../data/scoring.ts';
import { ContactChoice } from '../../parts/contact-choice.tsx';
import { describeFilter } from '../../parts/filter-values.ts';
import { StatusBadge } from '../../parts/values.tsx';
import { fitOf, tierOf } from './rule-values.ts';

interface ExampleContactProps {
  readonly rules: readonly Rule[];
  readonly thresholds: Profile['tier_thresholds'];
}

const PAUSE_MS = 600;
/** Each rule is a request. */
const RULES_MAX = 20;

/** A contact with the rules of the form: which ones it meets, its fit and its tier. */
export function ExampleContact({ rules, thresholds }: ExampleContactProps): ReactNode {
  const [chosenId, setChosenId] = useState<string>();
  const newest = useContactChoices('');
  const contactId = chosenId ?? newest.data?.[0]?.id;
  const { data: contact } = useContact(contactId);
  const complete = rules.filter(({ field }) => field !== '');
  return (
    <section aria-label="Example">
      <Stack gap="sm">
        <Title order={2}>Example</Title>
        <ContactChoice label="Contact" value={contactId} chosen={contact} onChange={setChosenId} />
        {newest.data?.length === 0 && <Text c="dimmed">The example needs a contact.</Text>}
        {complete.length > RULES_MAX && (
          <Text c="dimmed">The example is shown for up to {RULES_MAX} rules.</Text>
        )}
        {contact !== undefined && complete.length > 0 && complete.length <= RULES_MAX && (
          <Matches rules={complete} email={contact.email} thresholds={thresholds} />
        )}
      </Stack>
    </section>
  );
}

function Matches({ rules, email, thresholds }: ExampleContactProps & { readonly email: string }): ReactNode {
  const [settled] = useDebouncedValue(rules, PAUSE_MS);
  const matches = useRuleMatches(settled, email);
  const met = matches.map(({ isMet }) => isMet === true);
  const isKnown = matches.every(({ isMet }) => isMet !== undefined);
  const fit = fitOf(settled, met);
  return (
    <>
      <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {settled.map((rule, index) => (
          <li key={index}>
            <RuleMatchLine rule={rule} match={matches[index]} />
          </li>
        ))}
      </Stack>
      <Text fw={600} role="status">
        {isKnown ? `Fit ${fit} of 100, tier ${tierOf(fit, thresholds)}` : 'Fit not known yet'}
      </Text>
    </>
  );
}

interface RuleMatchLineProps {
  readonly rule: Rule;
  readonly match: ReturnType<typeof useRuleMatches>[number] | undefined;
}

function RuleMatchLine({ rule, match }: RuleMatchLineProps): ReactNode {
  const { points } = rule;
  const text = describeFilter(rule);
  if (match?.error)
    return (
      <Text span c="error">
        {text}: {match.error.message}
      </Text>
    );
  if (match?.isMet === undefined) return <Text span>{text}</Text>;
  return (
    <Text span>
      <StatusBadge status={match.isMet ? 'met' : 'not_met'} />: {text}
      {match.isMet ? `: ${points > 0 ? '+' : ''}${points}` : ''}
    </Text>
  );
}
