import { Button, Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Contact } from '../../data/contacts.ts';
import type { CustomField } from '../../data/custom-fields.ts';
import {
  useCreateSegment,
  useMatching,
  useSegmentContacts,
  useUpdateSegment,
  type Segment,
  type SegmentFilters,
} from '../../data/segments.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import type { ApiRequest } from '../../parts/api-request.ts';
import { Failure, Loading, NotLoaded } from '../../parts/failure.tsx';
import { FilterFields } from '../../parts/filter-fields.tsx';
import { customTypesOf, incomplete, toFilterDraft } from '../../parts/filter-values.ts';
import { formatCount } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { ListEnd } from '../../parts/list-end.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { useCan } from '../../session/session.ts';
import { toBody, toFilters, type SegmentValues } from './segment-values.ts';

interface SegmentFormProps {
  /** Undefined for a new one. */
  readonly segment: Segment | undefined;
  readonly customFields: readonly CustomField[];
  readonly onSaved?: (segment: Segment) => void;
}

/** The limit of the API. */
const FILTERS_MAX = 25;
const NAME_MAX = 200;
const LOGICS = [
  { value: 'AND', label: 'All filters' },
  { value: 'OR', label: 'Any filter' },
];
/** Fields of contacts that rules of scores do not have. */
const SEGMENT_FIELDS = ['lead_score', 'grade', 'icp_tier', 'created_at', 'last_activity_at'];

function requestOf(segment: Segment | undefined, body: ReturnType<typeof toBody>): ApiRequest {
  if (segment === undefined) return { method: 'post', path: '/api/v1/segments/', body };
  const params = { segment_id: segment.id };
  return { method: 'patch', path: '/api/v1/segments/{segment_id}/', params, body };
}

/** The name and the filters of a segment, beside its contacts. A static segment has no filters. */
export function SegmentForm({ segment, customFields, onSaved }: SegmentFormProps): ReactNode {
  const canWrite = useCan('contacts:write');
  const create = useCreateSegment();
  const update = useUpdateSegment();
  const customTypes = customTypesOf(customFields);
  const isDynamic = segment?.segment_type !== 'static';
  const stored: SegmentValues = {
    name: segment?.name ?? '',
    description: segment?.description ?? '',
    logic: segment?.filters_logic ?? 'AND',
    filters: segment?.filters.map(toFilterDraft) ?? [{ field: '', op: 'eq', value: '' }],
  };
  const { form, key, showError, discard, isEdited } = useDraftForm<SegmentValues>({
    name: segment?.id ?? 'segment',
    initialValues: stored,
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      filters: {
        field: incomplete.field,
        value: (value, { filters }, path) => incomplete.value(value, filters[Number(path.split('.')[1])]?.op),
      },
    },
  });
  const body = () => toBody(form.getValues(), { isDynamic, customTypes });
  const submit = form.onSubmit(() => {
    const onSuccess = (saved: Segment): void => {
      discard();
      onSaved?.(saved);
    };
    const options = { onSuccess, onError: showError };
    if (segment === undefined) create.mutate({ body: body(), idempotencyKey: key }, options);
    else update.mutate({ id: segment.id, body: body() }, options);
  });
  const error = create.error ?? update.error;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} p="md" pt="xs" spacing="xl">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {error !== null && <Failure error={error} />}
          <TextInput
            label="Name"
            required
            maxLength={NAME_MAX}
            disabled={!canWrite}
            {...form.getInputProps('name')}
          />
          <TextInput label="Description" disabled={!canWrite} {...form.getInputProps('description')} />
          {isDynamic && (
            <Filters form={form} canWrite={canWrite} further={[...SEGMENT_FIELDS, ...customTypes.keys()]} />
          )}
          {canWrite && (
            <FormButtons request={() => requestOf(segment, body())}>
              <Button
                variant="default"
                onClick={() => {
                  form.setValues(stored);
                  discard();
                }}
              >
                Discard changes
              </Button>
              <Button type="submit" loading={create.isPending || update.isPending}>
                {segment === undefined ? 'Create segment' : 'Save segment'}
              </Button>
            </FormButtons>
          )}
          {update.isSuccess && !isEdited && <Text role="status">Saved.</Text>}
        </Stack>
      </form>
      <section aria-label="Contacts of the segment">
        <Stack gap="sm">
          <Title order={2}>Contacts</Title>
          {segment !== undefined && !isDynamic ? (
            <StaticContacts id={segment.id} />
          ) : (
            <MatchingContacts filters={toFilters(form.values, customTypes)} />
          )}
        </Stack>
      </section>
    </SimpleGrid>
  );
}

interface FiltersProps {
  readonly form: UseFormReturnType<SegmentValues>;
  readonly canWrite: boolean;
  readonly further: readonly string[];
}

function Filters({ form, canWrite, further }: FiltersProps): ReactNode {
  const { filters } = form.values;
  return (
    <>
      <Title order={2}>Filters</Title>
      <Group gap="sm">
        <Text>A contact belongs to the segment if it matches</Text>
        <SegmentedControl
          size="xs"
          aria-label="Filters that must match"
          data={LOGICS}
          disabled={!canWrite}
          {...form.getInputProps('logic')}
        />
      </Group>
      {filters.map(({ op }, index) => (
        // Filters have no ids, and their order is their identity.
        <Group key={index} gap="xs" align="start" role="group" aria-label={`Filter ${index + 1}`}>
          <FilterFields
            name={`Filter ${index + 1}`}
            op={op}
            canWrite={canWrite}
            further={further}
            inputOf={(part) => form.getInputProps(`filters.${index}.${part}`)}
          />
          {canWrite && (
            <Button
              variant="default"
              aria-label={`Remove filter ${index + 1}`}
              onClick={() => form.removeListItem('filters', index)}
            >
              Remove
            </Button>
          )}
        </Group>
      ))}
      {filters.length === 0 && <Text>Without filters, all contacts belong to the segment.</Text>}
      {canWrite && filters.length < FILTERS_MAX && (
        <Group>
          <Button
            variant="default"
            onClick={() => form.insertListItem('filters', { field: '', op: 'eq', value: '' })}
          >
            Add filter
          </Button>
        </Group>
      )}
    </>
  );
}

const PAUSE_MS = 400;

/** How many contacts match the filters of the form, and the newest of them. */
function MatchingContacts({ filters }: { readonly filters: SegmentFilters }): ReactNode {
  const [settled] = useDebouncedValue(filters, PAUSE_MS);
  const { data, error, isPlaceholderData } = useMatching(settled);
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return <Loading lines={6} />;
  const { examples, total, isEstimated } = data;
  const count = `${isEstimated ? 'About ' : ''}${formatCount(total, 'contact')}`;
  return (
    <>
      <Text role="status" {...(settled === filters && !isPlaceholderData ? { fw: 600 } : { c: 'dimmed' })}>
        {count} {total === 1 ? 'matches' : 'match'} now.
      </Text>
      <ContactLines contacts={examples} />
      {total > examples.length && <Text c="dimmed">These are the newest {examples.length}.</Text>}
    </>
  );
}

/** The contacts of a list that does not change by itself. */
function StaticContacts({ id }: { readonly id: string }): ReactNode {
  const list = useSegmentContacts(id);
  if (list.isMissing) return <NotLoaded query={list} lines={6} />;
  return (
    <>
      {list.total !== undefined && (
        <Text role="status" fw={600}>
          {formatCount(list.total, 'contact')}
        </Text>
      )}
      <ContactLines contacts={list.items} />
      <ListEnd list={list} />
    </>
  );
}

/** Contacts with their names. */
function ContactLines({ contacts }: { readonly contacts: readonly Contact[] }): ReactNode {
  return (
    <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
      {contacts.map(({ id, email, full_name }) => (
        <li key={id}>
          <PageLink to="/contacts/$contactId" params={{ contactId: id }}>
            {email}
          </PageLink>
          {full_name !== null && (
            <Text span c="dimmed" ml="sm">
              {full_name}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}
