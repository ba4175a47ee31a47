import { Button, Group, NumberInput, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Schema } from '@outreach/client';
import type { ReactNode } from 'react';
import { useCustomFields } from '../../data/custom-fields.ts';
import { useProfile, useSetProfile, type Profile, type ProfileInput } from '../../data/scoring.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { Failure, NotLoaded } from '../../parts/failure.tsx';
import { FilterFields } from '../../parts/filter-fields.tsx';
import { customTypesOf, incomplete, valueType } from '../../parts/filter-values.ts';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { useCan } from '../../session/session.ts';
import { ExampleContact } from './example-contact.tsx';
import { toDraft, toRule, type RuleDraft } from './rule-values.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** The ideal customer profile: the rules that give contacts points, beside a contact as an example. */
export function ScoringPage(): ReactNode {
  return (
    <SettingsFrame tab="/settings/scoring">
      <Scoring />
    </SettingsFrame>
  );
}

function Scoring(): ReactNode {
  const profile = useProfile();
  const customFields = useCustomFields();
  if (profile.data === undefined) return <NotLoaded query={profile} lines={8} />;
  if (customFields.data === undefined) return <NotLoaded query={customFields} lines={8} />;
  return <ProfileForm profile={profile.data} customFields={customFields.data} />;
}

interface ProfileFormProps {
  readonly profile: Profile;
  readonly customFields: readonly Schema<'CustomField'>[];
}

interface Values {
  readonly rules: readonly RuleDraft[];
  readonly tier_thresholds: Profile['tier_thresholds'];
}

const RULES_MAX = 100;
const NEW_RULE: RuleDraft = { field: '', op: 'eq', value: '', points: 10 };

function orderError(thresholds: Profile['tier_thresholds']): string | undefined {
  const { A, B, C } = thresholds;
  return A >= B && B >= C ? undefined : 'A must be at least B, and B at least C.';
}

/** The rules and the tiers. The example shows the effect before they are saved. */
function ProfileForm({ profile, customFields }: ProfileFormProps): ReactNode {
  const canWrite = useCan('admin:keys');
  const save = useSetProfile();
  const customTypes = customTypesOf(customFields);
  const stored: Values = { rules: profile.rules.map(toDraft), tier_thresholds: profile.tier_thresholds };
  const { form, showError, discard, isEdited } = useDraftForm<Values>({
    name: 'icp-profile',
    initialValues: stored,
    validate: {
      rules: {
        field: incomplete.field,
        value: (value, values, path) => incomplete.value(value, values.rules[Number(path.split('.')[1])]?.op),
      },
    },
  });
  const { rules, tier_thresholds } = form.values;
  const wrongOrder = orderError(tier_thresholds);
  const typedRules = rules.map((rule) => toRule(rule, valueType(rule.field, customTypes)));
  const body = (): ProfileInput => ({ rules: typedRules, tier_thresholds });
  const submit = form.onSubmit(() => {
    if (wrongOrder === undefined) save.mutate(body(), { onSuccess: discard, onError: showError });
  });
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} p="md" pt="xs" spacing="xl">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {save.error !== null && <Failure error={save.error} />}
          <Title order={2}>Rules</Title>
          <Text c="dimmed">
            A contact gets the points of each rule that it meets. The sum is its fit, from 0 to 100; its score
            is 70 % fit and 30 % reactions to emails.
          </Text>
          {rules.map((_rule, index) => (
            <RuleFields
              // Rules have no ids, and their order is their identity.
              key={index}
              form={form}
              index={index}
              canWrite={canWrite}
              fields={[...customTypes.keys()]}
            />
          ))}
          {rules.length === 0 && <Text>There are no rules yet: every contact has the fit 0.</Text>}
          {canWrite && rules.length < RULES_MAX && (
            <Group>
              <Button variant="default" onClick={() => form.insertListItem('rules', NEW_RULE)}>
                Add rule
              </Button>
            </Group>
          )}
          <Title order={2}>Tiers</Title>
          <Group gap="sm" align="end">
            {(['A', 'B', 'C'] as const).map((tier) => (
              <NumberInput
                key={tier}
                label={`${tier} from`}
                w={90}
                min={0}
                max={100}
                disabled={!canWrite}
                {...form.getInputProps(`tier_thresholds.${tier}`)}
              />
            ))}
          </Group>
          {wrongOrder !== undefined && <Text c="error">{wrongOrder}</Text>}
          {canWrite && (
            <FormButtons request={() => ({ method: 'put', path: '/api/v1/icp-profile/', body: body() })}>
              <Button
                variant="default"
                onClick={() => {
                  form.setValues(stored);
                  discard();
                }}
              >
                Discard changes
              </Button>
              <Button type="submit" loading={save.isPending}>
                Save profile
              </Button>
            </FormButtons>
          )}
          {save.isSuccess && !isEdited && (
            <Text role="status">Saved. All contacts are scored again in the background.</Text>
          )}
        </Stack>
      </form>
      <ExampleContact rules={typedRules} thresholds={tier_thresholds} />
    </SimpleGrid>
  );
}

interface RuleFieldsProps<Values extends { readonly rules: readonly RuleDraft[] }> {
  readonly form: UseFormReturnType<Values>;
  readonly index: number;
  readonly canWrite: boolean;
  /** The custom fields of the workspace. */
  readonly fields: readonly string[];
}

const POINTS_MAX = 100;

/** One rule: a field, an operator, a value, and the points. */
function RuleFields<Values extends { readonly rules: readonly RuleDraft[] }>(
  props: RuleFieldsProps<Values>,
): ReactNode {
  const { form, index, canWrite, fields } = props;
  const name = `Rule ${index + 1}`;
  const input = (field: keyof RuleDraft) => form.getInputProps(`rules.${index}.${field}`);
  return (
    <Group gap="xs" align="start" role="group" aria-label={name}>
      <FilterFields
        name={name}
        op={form.values.rules[index]?.op ?? 'eq'}
        canWrite={canWrite}
        further={fields}
        inputOf={input}
      />
      <NumberInput
        aria-label={`${name}: points`}
        size="xs"
        w={70}
        min={-POINTS_MAX}
        max={POINTS_MAX}
        disabled={!canWrite}
        {...input('points')}
      />
      {canWrite && (
        <Button
          variant="default"
          aria-label={`Remove rule ${index + 1}`}
          onClick={() => form.removeListItem('rules', index)}
        >
          Remove
        </Button>
      )}
    </Group>
  );
}
