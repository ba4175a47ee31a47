import { Checkbox, Group, NumberInput, Select, SimpleGrid, Stack, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CampaignDraft } from './campaign-draft.ts';
import type { CampaignDraftState } from './use-campaign-draft.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const HOURS = Array.from({ length: 25 }, (_, hour) => hour);
const SENDS_MAX = 100_000;
const HEALTH_MAX = 100;

const SWITCHES = [
  ['open_tracking_enabled', 'Track opens'],
  ['link_tracking_enabled', 'Track clicks'],
  ['stop_on_reply', 'Stop when the contact replies'],
  ['stop_on_domain_reply', 'Stop when the company of the contact replies'],
] as const;

/** Days, hours and limits of the emails, and what is tracked and ends them. */
export function ScheduleStep({ draft, change }: CampaignDraftState): ReactNode {
  return (
    <Stack gap="lg" px="md" maw={620}>
      <Checkbox.Group
        label="Days"
        value={draft.send_days.map(String)}
        onChange={(values) => change({ send_days: values.map(Number).toSorted((one, other) => one - other) })}
      >
        <Group mt={6} gap="md">
          {DAYS.map((label, index) => (
            <Checkbox key={label} value={String(index + 1)} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group gap="sm">
        <HourSelect
          label="From"
          hours={HOURS.slice(0, -1)}
          value={draft.send_window_start}
          onChange={(hour) => change({ send_window_start: hour })}
        />
        <HourSelect
          label="Until, in the zone of the contact"
          hours={HOURS.slice(1)}
          value={draft.send_window_end}
          onChange={(hour) => change({ send_window_end: hour })}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NumberInput
          label="Emails a day"
          min={1}
          max={SENDS_MAX}
          allowDecimal={false}
          value={draft.daily_send_limit}
          onChange={(value) => change({ daily_send_limit: Number(value) })}
        />
        <NumberInput
          label="New contacts a day"
          description="0 for no limit."
          inputWrapperOrder={['label', 'input', 'description']}
          min={0}
          max={SENDS_MAX}
          allowDecimal={false}
          value={draft.max_new_leads_per_day}
          onChange={(value) => change({ max_new_leads_per_day: Number(value) })}
        />
        <NumberInput
          label="Minimum health"
          min={0}
          max={HEALTH_MAX}
          allowDecimal={false}
          value={draft.min_health_score}
          onChange={(value) => change({ min_health_score: Number(value) })}
        />
      </SimpleGrid>
      <Stack gap="sm">
        {SWITCHES.map(([name, label]) => (
          <Switch
            key={name}
            label={label}
            checked={draft[name]}
            onChange={({ currentTarget }) => {
              const changed: Partial<CampaignDraft> = { [name]: currentTarget.checked };
              change(changed);
            }}
          />
        ))}
      </Stack>
    </Stack>
  );
}

interface HourSelectProps {
  readonly label: string;
  readonly hours: readonly number[];
  readonly value: number;
  readonly onChange: (hour: number) => void;
}

function HourSelect({ label, hours, value, onChange }: HourSelectProps): ReactNode {
  return (
    <Select
      label={label}
      w={220}
      allowDeselect={false}
      data={hours.map((hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))}
      value={String(value)}
      onChange={(text) => onChange(Number(text ?? value))}
    />
  );
}
